import { hash } from 'node:crypto'
import { type Change, changesAt, kinds } from './kinds.ts'
import { placesOf, read, sourceFiles } from './source.ts'

export interface Fault extends Change {
  /** The change and its function. It stays the same while other code changes. */
  readonly name: string
  readonly id: string
  readonly file: string
  readonly line: number
  /** A hash of the line and the names of the functions around it. The reach of a test is a set of these. */
  readonly place: string
  readonly branch: number
}

const found = new Map<string, readonly Fault[]>()

/** Every fault that can be planted in a file. */
export function faultsIn(file: string): readonly Fault[] {
  const faults = found.get(file) ?? faultsOf(file, read(file))
  found.set(file, faults)
  return faults
}

export function faultsOf(file: string, text: string): Fault[] {
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const seen = new Map<string, number>()
  return [...placesOf(file, text)].flatMap(({ node, around, scope, branch }) =>
    changesAt(node, around, text).map((change) => {
      const line = lines.findLastIndex((start) => start <= change.start)
      const name = `${file} ${scope || 'the file'}: ${change.kind}: ${changeText(text.slice(change.start, change.end), change)}`
      const times = (seen.get(name) ?? 0) + 1
      seen.set(name, times)
      const unique = times === 1 ? name : `${name} (${times})`
      const place = short([file, scope, text.slice(lines[line], lines[line + 1]).trim()].join('\n'))
      return { ...change, name: unique, id: short(unique), file, line: line + 1, place, branch }
    }),
  )
}

/** The name with the line. */
export const describeFault = ({ file, line, name }: Fault): string => `${file}:${line}${name.slice(file.length)}`

/** Chooses faults from all files, in proportion to the number of faults in each, in a random order that follows from the seed. */
export function choose(count: number, seed: number, files = sourceFiles()): Fault[] {
  const all = files.flatMap((file) => faultsIn(file))
  // The rank depends only on the fault and the seed, so that an edit elsewhere does not change the choice.
  const rank = ({ id, kind }: Fault) =>
    -Math.log((Number.parseInt(short(`${seed} ${id}`), 16) + 1) / 2 ** 32) / kinds[kind]
  const ranked = all.map((fault) => ({ fault, rank: rank(fault) })).sort((a, b) => a.rank - b.rank)
  const sizes = countBy(all.map(({ file }) => file))
  const room = (file: string) => Math.ceil(((sizes.get(file) ?? 0) / all.length) * count * 1.3)
  const chosen: Fault[] = []
  const taken = new Map<string, number>()
  const places = new Set<string>()
  for (const { fault } of ranked) {
    if (chosen.length === count) break
    const had = taken.get(fault.file) ?? 0
    if (places.has(fault.place) || had >= room(fault.file)) continue
    places.add(fault.place)
    taken.set(fault.file, had + 1)
    chosen.push(fault)
  }
  return chosen
}

export const planted = ({ start, end, text }: Change, source: string): string =>
  source.slice(0, start) + text + source.slice(end)

export function countBy<T>(values: readonly T[]): Map<T, number> {
  const groups = Map.groupBy(values, (value) => value)
  return new Map([...groups].map(([value, { length }]) => [value, length]))
}

export const short = (text: string): string => hash('sha256', text).slice(0, 8)

/** The text before and after, or only the text that is left out. */
function changeText(before: string, { kind, text }: Change): string {
  if (text === '' || text === ';' || before.endsWith(text)) return shorten(before)
  return kind === 'call left out' ? shorten(before.slice(text.length)) : `${shorten(before)} → ${shorten(text)}`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 40 ? `${line.slice(0, 38)}…` : line
}
