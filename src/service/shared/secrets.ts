import { hash, randomBytes, randomInt } from 'node:crypto'
import { base32, groupInFours, normaliseCode } from '#kit/base32.ts'

/** 256 random bits; the interface's `token`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * A one-time code that people can read out and type: `mail_x7k2-9qrd-4m0t-h8wz`, 80 random bits. Long enough that all the
 * guesses the rates let through in its life find nothing.
 */
export function newCode(prefix: string): string {
  return `${prefix}_${groupInFours(base32(randomBytes(16))).toLowerCase()}`
}

/** The number of a certificate, as it is printed: `7KQM-2XPD-0TH8-W5RC`, 80 random bits, so that nobody finds one by trying. */
export const newNumber = (): string => groupInFours(base32(randomBytes(16)))

/** Such a number from how people type it; the whole address that a QR code has will do. */
export const tidyNumber = (typed: string): string => groupInFours(normaliseCode(typed))

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

/** A code as it was made, from how people type it, or from the whole address that a QR code has. */
export function tidyCode(typed: string): string {
  const [, prefix = '', body = ''] =
    /^(?:https?:[^#]*#)?([a-z]+)_(.*)$/s.exec(typed.normalize('NFKC').trim().toLowerCase()) ?? []
  return `${prefix}_${groupInFours(normaliseCode(body)).toLowerCase()}`
}
