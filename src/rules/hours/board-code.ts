import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32, normaliseCode } from '#kit/base32.ts'

const stepMs = 30_000
const length = 8

/** The code of the board at an instant, and the seconds until the next. */
export function codeAt(secret: Uint8Array, at: number): { code: string; seconds: number } {
  const step = Math.floor(at / stepMs)
  return { code: codeOf(secret, step), seconds: Math.ceil(((step + 1) * stepMs - at) / 1000) }
}

/** Accepts the present and the last code, and the next one, because a server's clock may be set back. */
export function isCurrentCode(secret: Uint8Array, typed: string, at: number): boolean {
  const given = Buffer.from(normaliseCode(typed))
  const step = Math.floor(at / stepMs)
  return [step - 1, step, step + 1]
    .map((one) => Buffer.from(codeOf(secret, one)))
    .map((code) => code.length === given.length && timingSafeEqual(code, given))
    .includes(true)
}

/** 40 bits of the step's HMAC. */
function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(step))
  const mac = createHmac('sha256', secret).update(counter).digest()
  return base32(mac.subarray(0, length))
}
