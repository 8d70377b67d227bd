import { Refusal } from '#contract/errors.ts'
import { isDate } from '#kit/time.ts'

/** Dates that people enter lie between these. Another year is a slip of the keyboard. */
const [earliest, latest] = ['2000-01-01', '2099-12-31']

/** Whether the day exists and its year is likely. */
export const isLikelyDate = (text: string): boolean => isDate(text) && text >= earliest && text <= latest

/** Refuses a date that does not exist, has an unlikely year, or is later than `most`. */
export function assertLikelyDate(field: string, date: string, most = latest): void {
  if (!isDate(date)) throw new Refusal('bad_input', { field, flaw: 'not_a_date' })
  if (date < earliest) throw new Refusal('bad_input', { field, flaw: 'too_small', limit: earliest })
  if (date > most) throw new Refusal('bad_input', { field, flaw: 'too_big', limit: most })
}
