import { hash, randomBytes, randomInt } from 'node:crypto'
import { base32, groupInFours, normaliseCode } from '#kit/base32.ts'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A one-time code that people can type: `mail_x7k2-9qrd-4m0t-h8wz`. Its 80 random bits cannot be guessed. */
export function newCode(prefix: string): string {
  return `${prefix}_${groupInFours(base32(randomBytes(16))).toLowerCase()}`
}

/** A certificate number: `7KQM-2XPD-0TH8-W5RC`. Its 80 random bits cannot be guessed. */
export const newNumber = (): string => groupInFours(base32(randomBytes(16)))

export const tidyNumber = (typed: string): string => groupInFours(normaliseCode(typed))

/** They can be guessed, so `guess_mail` limits the attempts. */
export function newDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export function digitsIn(tidy: string): string | undefined {
  return /^mail_\d{4}-\d\d$/.test(tidy) ? tidy.replace(/\D/g, '') : undefined
}

export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer')
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** A pseudonym of an account for the log, without the student id or mail address. */
export function accountMark(account: string): string {
  return hash('sha256', account, 'hex').slice(0, 12)
}

/** Normalises a typed code, or the whole address in a QR code. */
export function tidyCode(typed: string): string {
  const [, prefix = '', body = ''] =
    /^(?:https?:[^#]*#)?([a-z]+)_(.*)$/s.exec(typed.normalize('NFKC').trim().toLowerCase()) ?? []
  return `${prefix}_${groupInFours(normaliseCode(body)).toLowerCase()}`
}
