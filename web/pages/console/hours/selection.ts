import type { HourLine } from '#contract/hours/hour-fields.ts'

export type LineSelection = ReadonlySet<number>

/** Lines of a closed period, of members still present, and corrections cannot be decided. */
export const isDecidable = ({ period, here, kind, corrected }: HourLine): boolean =>
  period === 0 && !here && kind !== 'correction' && !corrected

/** Objections are settled one by one, so a selection of many leaves them out. */
export const isDecidableWithOthers = (line: HourLine): boolean => isDecidable(line) && !line.objected

/** If a correction exists, that one is corrected instead, unless the member objects to the line itself. */
export const isCorrectable = ({ here, corrected, objected }: HourLine): boolean => !here && (!corrected || objected)

/** In a closed period a correction begins with all minutes that the line counts so far. */
export function correctionOf({ closed, inAll, arrival, minutes }: HourLine) {
  return { byTimes: !closed && arrival !== '', minutes: closed ? inAll : minutes }
}

/** Adds or removes one line, or with `since` all lines between the two. */
export function toggleSelection(
  chosen: LineSelection,
  list: readonly number[],
  id: number,
  since?: number,
): LineSelection {
  const on = !chosen.has(id)
  const ends = since === undefined ? [] : [list.indexOf(since), list.indexOf(id)]
  const all = ends.length > 0 && !ends.includes(-1) ? list.slice(Math.min(...ends), Math.max(...ends) + 1) : [id]
  return on ? new Set([...chosen, ...all]) : new Set([...chosen].filter((one) => !all.includes(one)))
}
