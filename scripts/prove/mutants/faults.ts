import { hash } from 'node:crypto'
import { type Change, changesAt, kinds } from './kinds.ts'
import { placesOf, read, sourceFiles } from './source.ts'

/** One fault: what is changed where. */
export interface Fault extends Change {
  /** Stays the same while the line and the functions around it do. */
  readonly id: string
  readonly file: string
  readonly line: number
  /** What was there, in one line. */
  readonly before: string
  /** The functions and constants around it. */
  readonly scope: string
  /** The line it is on, as stable as the id: by these it is known which tests come here. */
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

/** The same of a text that is not in the repository. */
export function faultsOf(file: string, text: string): Fault[] {
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const seen = new Map<string, number>()
  const faults: Fault[] = []
  for (const place of placesOf(file, text)) {
    for (const change of changesAt(place, text)) {
      const line = lines.findLastIndex((start) => start <= change.start)
      const content = text.slice(lines[line], lines[line + 1]).trim()
      const before = oneLine(text.slice(change.start, change.end))
      const key = [file, place.scope, content, change.kind, before, change.text].join('\n')
      const times = seen.get(key) ?? 0
      seen.set(key, times + 1)
      faults.push({
        ...change,
        id: short(`${key}\n${times}`),
        file,
        line: line + 1,
        before,
        scope: place.scope,
        place: short([file, place.scope, content].join('\n')),
        branch: place.branch,
      })
    }
  }
  return faults
}

/** As a person reads it. */
export function told({ file, line, scope, kind, before, text }: Fault): string {
  return `${file}:${line} ${scope || 'the file'}: ${kind}: ${cut(before)}${text === '' || text === ';' ? '' : ` → ${cut(oneLine(text))}`}`
}

/** So many of all faults, spread over the files by how much there is in them, in a random order; all follows from the seed. */
export function choose(count: number, seed: string, files = sourceFiles()): Fault[] {
  const all = files.flatMap((file) => faultsIn(file))
  // The rank of a fault depends on nothing but itself, so that an edit elsewhere does not change which ones are planted.
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

export function planted({ start, end, text }: Change, source: string): string {
  return source.slice(0, start) + text + source.slice(end)
}

export function countBy<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

export function short(text: string): string {
  return hash('sha256', text).slice(0, 8)
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const cut = (text: string) => (text.length > 90 ? `${text.slice(0, 88)}…` : text)
