import type { HourLine } from '#contract/hour-fields.ts'

/** The numbers of the lines that somebody has chosen. */
export type Chosen = ReadonlySet<number>

/** A closed period stays as it is, who is still there has not ended yet, and a correction is a decision by itself. */
export const isDecidable = ({ period, here, kind, corrected }: HourLine): boolean =>
  period === 0 && !here && kind !== 'correction' && !corrected

/** Whether a line can be corrected: as long as somebody is there, there is nothing to correct, and one correction is enough to speak for a line. */
export const isCorrectable = ({ here, corrected }: HourLine): boolean => !here && !corrected

/** The same with one line more or fewer; with `since`, with all that are between the two, like this one. */
export function toggled(chosen: Chosen, list: readonly number[], id: number, since?: number): Chosen {
  const on = !chosen.has(id)
  const ends = since === undefined ? [] : [list.indexOf(since), list.indexOf(id)]
  const all = ends.length > 0 && !ends.includes(-1) ? list.slice(Math.min(...ends), Math.max(...ends) + 1) : [id]
  return on ? new Set([...chosen, ...all]) : new Set([...chosen].filter((one) => !all.includes(one)))
}
