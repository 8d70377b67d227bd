import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One measured figure and, where it is promised, its bound. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly atLeast?: number
  readonly atMost?: number
}

/** Prints the figures; answers whether every promise among them is kept. */
export function report(name: string, figures: readonly Figure[]): boolean {
  const kept = ({ value, atLeast = -Infinity, atMost = Infinity }: Figure) => value >= atLeast && value <= atMost
  const lines = figures.map((figure) => {
    const { what, value, unit, atLeast, atMost } = figure
    const bound = atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : undefined
    const verdict = bound ? `  (${bound}: ${kept(figure) ? 'kept' : 'NOT KEPT'})` : ''
    return `  ${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit}${verdict}`
  })
  process.stdout.write(`${name}\n${lines.join('\n')}\n`)
  return figures.every(kept)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

const tmpfs = 0x01021994
const fileSystems: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  2035054128: 'overlay',
  [tmpfs]: 'tmpfs',
}

/** A folder on a real disk: in memory an fsync costs nothing, and there would be nothing to measure. */
export function diskFolder(): { dir: string; fileSystem: string } & Disposable {
  const parent = statfsSync(tmpdir()).type === tmpfs ? process.cwd() : tmpdir()
  const dir = mkdtempSync(join(parent, 'fettle-bench-'))
  const { type } = statfsSync(dir)
  return {
    dir,
    fileSystem: fileSystems[type] ?? `0x${type.toString(16)}`,
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  }
}
