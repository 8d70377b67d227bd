import { Refusal } from '#contract/errors.ts'
import { isDate } from '#kit/time.ts'

/** A date that people enter outside these limits is a typing error. */
const [earliest, latest] = ['2000-01-01', '2099-12-31']

export const isLikelyDate = (text: string): boolean => isDate(text) && text >= earliest && text <= latest

export function assertLikelyDate(field: string, date: string, most = latest): void {
  if (!isDate(date)) throw new Refusal('bad_input', { field, flaw: 'not_a_date' })
  if (date < earliest) throw new Refusal('bad_input', { field, flaw: 'too_small', limit: earliest })
  if (date > most) throw new Refusal('bad_input', { field, flaw: 'too_big', limit: most })
}
