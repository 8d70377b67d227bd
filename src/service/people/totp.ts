import { createHmac, randomBytes } from 'node:crypto'

const stepMs = 30_000
/** Accepts one step before and after: clocks differ, and people type slowly. */
const slack = 1

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => letters[byte & 31]).join('')
}

export function otpauth(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/** RFC 4226 with the time as the counter (RFC 6238). */
export function totp(key: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const start = mac.readUInt8(mac.length - 1) & 15
  return String((mac.readUInt32BE(start) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** The step of a code, if it is valid now. */
export function stepOf(secret: string, code: string, at: number): number | undefined {
  const key = bytesOf(secret)
  const now = Math.floor(at / stepMs)
  for (let step = now - slack; step <= now + slack; step += 1) if (totp(key, step) === code) return step
  return undefined
}

export function codeNow(secret: string, at: number): string {
  return totp(bytesOf(secret), Math.floor(at / stepMs))
}

function bytesOf(secret: string): Uint8Array {
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
