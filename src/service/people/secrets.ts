import { hash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits; the interface's `token`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

// Crockford's base 32: no letter that a person could mistake for another.
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * A one-time code that people can read out and type: `mail_x7k2-9qrd-4m0t-h8wz`, 80 random bits. Long enough that all the
 * guesses the rates let through in its life find nothing.
 */
export function newCode(prefix: string): string {
  const text = Array.from(randomBytes(16), (byte) => letters[byte & 31]).join('')
  return `${prefix}_${text.replace(/(.{4})(?=.)/g, '$1-')}`
}

/** The number of a certificate, as it is printed: `7KQM-2XPD-0TH8-W5RC`, 80 random bits, so that nobody finds one by trying. */
export const newNumber = (): string => newCode('').slice(1).toUpperCase()

/** Such a number from how people type it; the whole address that a QR code has will do. */
export const tidyNumber = (typed: string): string =>
  tidyCode(`number_${typed.slice(typed.lastIndexOf('#') + 1)}`)
    .slice('number_'.length)
    .toUpperCase()

/** Six digits for somebody to type. They can be guessed, so few tries are let through: `guess_mail`. */
export function newDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The six digits in a mail code, tidied; nothing where it is a long one. */
export function digitsIn(tidy: string): string | undefined {
  return /^mail_\d{4}-\d\d$/.test(tidy) ? tidy.replace(/\D/g, '') : undefined
}

/** Tokens and codes are stored as this alone. */
export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer')
}

/** How the log calls an account: the same each time, and not the student id or mail address itself. */
export function accountMark(account: string): string {
  return hash('sha256', account, 'hex').slice(0, 12)
}

/**
 * A code as it was made, from how people type it: with spaces, capitals or wide letters, without dashes, o for 0. Who scans a QR
 * code with a program of their own may send the whole address; the code is behind its `#`.
 */
export function tidyCode(typed: string): string {
  const [, prefix = '', body = ''] =
    /^(?:https?:[^#]*#)?([a-z]+)_(.*)$/s.exec(typed.normalize('NFKC').trim().toLowerCase()) ?? []
  const text = body
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return `${prefix}_${text.replace(/(.{4})(?=.)/g, '$1-')}`
}
