import { createDecipheriv, hash, timingSafeEqual } from 'node:crypto'
import type { Static } from 'typebox'
import { firstFlaw } from '#contract/check.ts'
import { Refusal } from '#contract/errors.ts'
import { type Schema, Type } from '#contract/type.ts'
import { type Clock, minute, second } from '#kit/time.ts'
import type { PushSignature, WechatPush } from '#service/shared/ports.ts'

export interface WechatPushOptions {
  readonly appId: string
  /** The token that was entered at WeChat beside the address. */
  readonly token: string
  /** The key that was entered there, if messages are encrypted. */
  readonly key: string | undefined
  readonly now: Clock
}

/** An older message may be a replay. */
const freshMs = 10 * minute

const PictureVerdict = Type.Object({
  Event: Type.Literal('wxa_media_check'),
  trace_id: Type.String({ pattern: '^[\\w-]{1,128}$' }),
  errcode: Type.Optional(Type.Integer()),
  result: Type.Optional(Type.Object({ suggest: Type.Enum(['pass', 'review', 'risky']) })),
})
type PictureVerdict = Static<typeof PictureVerdict>

/** WeChat's message push: checks the signature and reads verdicts on pictures. */
export function wechatPush({ appId, token, key, now }: WechatPushOptions): WechatPush {
  function assertSigned(signature: string, { timestamp, nonce }: PushSignature, ...more: string[]): void {
    const right = hash('sha1', [token, timestamp, nonce, ...more].toSorted().join(''), 'hex')
    const isRight = timingSafeEqual(hash('sha256', right, 'buffer'), hash('sha256', signature, 'buffer'))
    const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * second : 0
    if (!isRight || Math.abs(now() - sentAt) > freshMs) throw new Refusal('push_refused')
  }

  return {
    verify: (signed) => assertSigned(signed.signature, signed),
    read(signed, body) {
      assertSigned(signed.signature, signed)
      if (key === undefined) return verdictIn(body, appId)
      // A plain message signs only its time. With a key, only encrypted messages are accepted.
      const { Encrypt: sealed } = body
      if (typeof sealed !== 'string' || signed.msg_signature === undefined) throw new Refusal('push_refused')
      assertSigned(signed.msg_signature, signed, sealed)
      return verdictIn(decrypt(sealed, key, appId), appId)
    },
  }
}

/** Undefined if the message is not about a picture. */
function verdictIn(message: object, appId: string): ReturnType<WechatPush['read']> {
  if ('appid' in message && message.appid !== appId) return undefined
  if (firstFlaw(PictureVerdict as Schema, message)) return undefined // `Type` built it
  const { trace_id: trace, errcode = 0, result } = message as PictureVerdict // checked above
  return { trace, verdict: errcode === 0 ? result?.suggest : undefined }
}

/** The plain text is sixteen random bytes, the length, the message and the app id, padded to 32 bytes. */
function decrypt(sealed: string, key: string, appId: string): object {
  try {
    const secret = Buffer.from(`${key}=`, 'base64')
    const cipher = createDecipheriv('aes-256-cbc', secret, secret.subarray(0, 16)).setAutoPadding(false)
    const padded = Buffer.concat([cipher.update(sealed, 'base64'), cipher.final()])
    const plain = padded.subarray(0, padded.length - (padded.at(-1) ?? 0))
    const end = 20 + plain.readUInt32BE(16)
    if (plain.toString('utf8', end) !== appId) throw new RangeError('it is for another app')
    const message: unknown = JSON.parse(plain.toString('utf8', 20, end))
    if (typeof message !== 'object' || message === null) throw new TypeError('no message')
    return message
  } catch {
    throw new Refusal('push_refused')
  }
}
