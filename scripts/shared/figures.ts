import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One measured figure, with its bound if there is a promise. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly atLeast?: number
  readonly atMost?: number
}

/** Prints the figures; returns whether all bounds are kept. */
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

/** The smallest value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Measures two things alternately, so that other work of the machine disturbs both alike. Warm-up rounds do not count. */
export async function interleaved(
  { rounds, warmUp = 1 }: { readonly rounds: number; readonly warmUp?: number },
  one: (round: number) => Promise<number>,
  other: (round: number) => Promise<number>,
): Promise<readonly [one: number[], other: number[]]> {
  const found: [number[], number[]] = [[], []]
  for (let round = -warmUp; round < rounds; round += 1) {
    const [a, b] = [await one(round), await other(round)]
    if (round < 0) continue
    found[0].push(a)
    found[1].push(b)
  }
  return found
}

/** The median of the ratios of each round. */
export const medianRatio = (ones: readonly number[], others: readonly number[]): number =>
  median(ones.map((one, i) => one / (others[i] ?? NaN)))

const tmpfs = 0x01021994
const fileSystems: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  2035054128: 'overlay',
  [tmpfs]: 'tmpfs',
}

/** A folder on a real disk: on a file system in memory, fsync costs nothing. */
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
