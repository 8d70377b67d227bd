import { createHmac, timingSafeEqual } from 'node:crypto'

/** There is another code every half a minute. */
const stepMs = 30_000
const length = 8
// Crockford's base 32: no letter that a person could mistake for another.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code that the board shows at an instant, and in how many seconds there is another. */
export function codeAt(secret: Uint8Array, at: number): { code: string; seconds: number } {
  const step = Math.floor(at / stepMs)
  return { code: codeOf(secret, step), seconds: Math.ceil(((step + 1) * stepMs - at) / 1000) }
}

/** Whether a code is the one of now, the one before or, because the clocks of two nodes differ a little, the one after. */
export function isCurrentCode(secret: Uint8Array, typed: string, at: number): boolean {
  const given = Buffer.from(tidied(typed))
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
  return Array.from(mac.subarray(0, length), (byte) => letters[byte & 31]).join('')
}

/** As people type it: with spaces, dashes, small or wide letters, O for 0. Some programs that scan give the whole address. */
function tidied(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/^.*#/s, '')
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
}
