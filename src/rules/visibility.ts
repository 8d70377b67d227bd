import { phoneDigits } from '#kit/grams.ts'

/**
 * `138****8000`: enough to recognise a number, not enough to call it. A number of fewer than eleven digits shows at most two at each end.
 * Four digits are always hidden, so the shortest numbers show less.
 */
export function masked(phone: string): string {
  const digits = phoneDigits(phone)
  if (digits === '') return ''
  const most = digits.length - leastHidden
  const last = Math.max(0, Math.min(digits.length < longNumber ? 2 : 4, most))
  const first = Math.max(0, Math.min(digits.length < longNumber ? 2 : 3, most - last))
  return `${digits.slice(0, first)}****${last === 0 ? '' : digits.slice(-last)}`
}
const longNumber = 11
const leastHidden = 4

/** `li***@example.edu`: enough to recognise an address. */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  return at < 0 ? '' : `${mail.slice(0, Math.min(2, at - 1))}***${mail.slice(at)}`
}
