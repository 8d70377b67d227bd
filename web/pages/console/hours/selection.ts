import type { HourLine } from '#contract/hours/hour-fields.ts'

/** The numbers of the lines that somebody has chosen. */
export type LineSelection = ReadonlySet<number>

/** A closed period stays as it is, who is still there has not ended yet, and a correction is a decision by itself. */
export const isDecidable = ({ period, here, kind, corrected }: HourLine): boolean =>
  period === 0 && !here && kind !== 'correction' && !corrected

/**
 * Whether a line can be corrected: as long as somebody is there, there is nothing to correct, and where a correction speaks for it, that one
 * is corrected; unless somebody objects to the line itself.
 */
export const isCorrectable = ({ here, corrected, objected }: HourLine): boolean => !here && (!corrected || objected)

/** What a correction begins with: times, or minutes; of a closed period those that the line has counted in all, with what was put right since. */
export function correctionOf({ closed, inAll, arrival, minutes }: HourLine) {
  return { byTimes: !closed && arrival !== '', minutes: closed ? inAll : minutes }
}

/** The same with one line more or fewer; with `since`, with all that are between the two, like this one. */
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
