import { firstFlaw } from '#contract/check.ts'
import { Refusal } from '#contract/errors.ts'
import { Phone } from '#contract/fields.ts'
import { type Schema, Type } from '#contract/type.ts'
import { second } from '#kit/time.ts'
import type { ContentScene, TextVerdict, Wechat, WechatPush } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { troubleOf, type WechatApi } from './api.ts'

export interface WechatContentOptions {
  readonly textLimitMs?: number
  readonly phoneLimitMs?: number
  readonly push: WechatPush | undefined
  /** For what an administrator has to fix. It never gets a code, a text or a number. */
  readonly warn: (facts: object, text: string) => void
}

const TextCheckAnswer = Type.Object({ result: Type.Object({ suggest: Type.Enum(['pass', 'review', 'risky']) }) })
const PictureCheckAnswer = Type.Object({ trace_id: Type.String({ pattern: '^[\\w-]{1,128}$' }) })
const PhoneAnswer = Type.Object({
  phone_info: Type.Object({
    purePhoneNumber: Type.String({ maxLength: 20, pattern: '^[0-9]+$' }),
    countryCode: Type.String({ maxLength: 5, pattern: '^[0-9]+$' }),
  }),
})

const scenes: Readonly<Record<ContentScene, number>> = { profile: 1, comment: 2, social: 4 }
const picture = 2
const badCode: ReadonlySet<number> = new Set([40029, 40163])
/** This openid did not use the mini-program within the last two hours. */
const notHere = 61010
// An invalid openid, or one of another program. Another try would change nothing.
const hopeless: ReadonlySet<number> = new Set([43104, 40003])

/** The most characters of one piece, and how many of them the next piece repeats, so that nothing hides at the seam. */
const pieceLength = 2500
const overlap = 50

const home = '86'

export function wechatContent(
  api: WechatApi,
  { textLimitMs = 3 * second, phoneLimitMs = 5 * second, push, warn }: WechatContentOptions,
): Wechat {
  async function piece(
    content: string,
    openid: string,
    scene: ContentScene,
    signal: AbortSignal,
  ): Promise<TextVerdict> {
    const body = { content, version: 2, scene: scenes[scene], openid }
    const answer = await api.call('/wxa/msg_sec_check', body, signal)
    if (answer.errcode === notHere) return 'not_here'
    if (answer.errcode !== 0) throw contentTrouble(answer.errcode)
    return answer.read(TextCheckAnswer).result.suggest
  }

  return {
    provider: `wechat:${api.appId}`,
    push,
    check: api.check,
    async text(text, { openid, scene }) {
      const signal = AbortSignal.timeout(textLimitMs)
      const calls = splitText(text).map((content) => piece(content, openid, scene, signal))
      const limit = endOf(signal, textLimitMs)
      const ends = await Promise.allSettled(calls.map((one) => Promise.race([one, limit])))
      return worstOf(ends)
    },
    async picture(url, { openid, scene }, signal) {
      const body = { media_url: url, media_type: picture, version: 2, scene: scenes[scene], openid }
      const answer = await api.call('/wxa/media_check_async', body, signal)
      if (answer.errcode === notHere) return undefined
      if (answer.errcode !== 0) throw contentTrouble(answer.errcode)
      return answer.read(PictureCheckAnswer).trace_id
    },
    async phone(code, openid) {
      const body = { code, ...(openid === undefined ? {} : { openid }) }
      try {
        const signal = AbortSignal.timeout(phoneLimitMs)
        const call = api.call('/wxa/business/getuserphonenumber', body, signal)
        const answer = await Promise.race([call, endOf(signal, phoneLimitMs)])
        if (badCode.has(answer.errcode)) throw new Refusal('code_refused')
        if (answer.errcode !== 0) throw troubleOf(answer.errcode)
        const { purePhoneNumber, countryCode } = answer.read(PhoneAnswer).phone_info
        const number = countryCode === home ? purePhoneNumber : `+${countryCode} ${purePhoneNumber}`
        if (firstFlaw(Phone as Schema, number)) throw new Trouble({ say: 'not_understood' }) // `Type` built it
        return number
      } catch (error) {
        if (!(error instanceof Trouble)) throw error
        warn({ trouble: error.what }, 'WeChat cannot tell the phone number')
        throw new Refusal('peer_unavailable')
      }
    },
  }
}

/** A call may wait for the shared token, which no signal ends. So the result races against this. */
const endOf = (signal: AbortSignal, ms: number) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Trouble({ say: 'slow', seconds: ms / second })))
  })

/** Splits a text into pieces that WeChat accepts, never within a character. */
export function splitText(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (from === 0 || from + overlap < text.length) {
    const end = boundary(text, Math.min(from + pieceLength, text.length))
    pieces.push(text.slice(from, end))
    if (end === text.length) break
    from = boundary(text, end - overlap)
  }
  return pieces
}

/** Moves a place within a character to its start. */
function boundary(text: string, place: number): number {
  return /[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place - 1 : place
}

/** One risky piece makes the text risky. Otherwise one failed check fails all. */
function worstOf(ends: readonly PromiseSettledResult<TextVerdict>[]): TextVerdict {
  const verdicts = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  if (verdicts.includes('risky')) return 'risky'
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return (['not_here', 'review'] as const).find((one) => verdicts.includes(one)) ?? 'pass'
}

function contentTrouble(errcode: number): Trouble {
  return hopeless.has(errcode)
    ? new Trouble({ say: 'refused', status: errcode }, { hopeless: true })
    : troubleOf(errcode)
}
