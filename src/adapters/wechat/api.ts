import type { Static, TSchema } from 'typebox'
import { Type } from '#contract/type.ts'
import { type Clock, hour, minute, second } from '#kit/time.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpReply, httpClient } from '../http-client.ts'
import { parseAs } from '../json-shape.ts'

export interface WechatApiOptions {
  readonly appId: string
  readonly secret: string
  readonly baseUrl: string
  readonly now: Clock
  readonly timeLimitMs: number
}

interface Token {
  readonly text: string
  /** When another one is asked for: before this one ends. */
  readonly until: number
}

const Verdict = Type.Object({ errcode: Type.Optional(Type.Integer()) })
const NewToken = Type.Object({
  access_token: Type.String({ pattern: '^[!-~]{1,2048}$' }),
  expires_in: Type.Integer({ minimum: 1, maximum: 86_400 }),
})

/** WeChat has the next one ready five minutes before this one ends. */
const marginMs = 5 * minute

const badToken: ReadonlySet<number> = new Set([40001, 40014, 41001, 42001])
/** How long until it is worth another try: an error inside, the quota of a day, the quota of a minute. */
const busyMs: ReadonlyMap<number, number> = new Map([
  [-1, second],
  [45009, hour],
  [45011, minute],
])
// app id, secret, an address that is not on the app's list, and an interface that the app may not use
const ourMistake: ReadonlySet<number> = new Set([40013, 40125, 40164, 41002, 41004, 48001])

/** What WeChat said: how it went, 0 if well, and the whole answer. */
export interface WechatAnswer {
  readonly errcode: number
  read<S extends TSchema>(shape: S): Static<S>
}

/** WeChat's interface for servers, with the one token that all calls need. */
export function wechatApi({ appId, secret, baseUrl, now, timeLimitMs }: WechatApiOptions) {
  // Where it is says a setting: a relay may well be next door.
  const ask = httpClient({ url: baseUrl, privateToo: true, timeLimitMs })
  let token: Token | undefined
  let asking: Promise<Token> | undefined

  async function newToken(): Promise<Token> {
    const body = JSON.stringify({ grant_type: 'client_credential', appid: appId, secret })
    // Without anybody's signal: all who need one wait for it together.
    const answer = await ask({ method: 'POST', path: '/cgi-bin/stable_token', body, expect: [200], signal: undefined })
    const errcode = errcodeOf(answer)
    if (errcode !== 0) throw troubleOf(errcode)
    const { access_token: text, expires_in: seconds } = parseAs(answer, NewToken)
    return { text, until: now() + Math.max(seconds * second - marginMs, minute) }
  }

  /** The token, which is asked for once however many need it; another one than `refused`. */
  async function currentToken(refused?: Token): Promise<Token> {
    if (token && token !== refused && now() < token.until) return token
    asking ??= newToken().finally(() => {
      asking = undefined
    })
    token = await asking
    return token
  }

  /** WeChat takes the token in the address alone; no address is ever written to a log. */
  const post = ({ text }: Token, path: string, body: string, signal: AbortSignal | undefined) =>
    ask({ method: 'POST', path, query: { access_token: text }, body, expect: [200], signal })

  return {
    appId,
    /** Throws unless WeChat knows us. */
    async check(): Promise<void> {
      await currentToken()
    },
    /** Calls it, with another token where this one is worth nothing any more. */
    async call(path: string, body: object, signal: AbortSignal | undefined): Promise<WechatAnswer> {
      const json = JSON.stringify(body)
      const first = await currentToken()
      let answer = await post(first, path, json, signal)
      if (badToken.has(errcodeOf(answer))) answer = await post(await currentToken(first), path, json, signal)
      return { errcode: errcodeOf(answer), read: (shape) => parseAs(answer, shape) }
    },
  }
}

export type WechatApi = ReturnType<typeof wechatApi>

/** 0 where WeChat says nothing of an error, which is how it says success. Its own words are not kept: they may quote ours. */
function errcodeOf(answer: HttpReply): number {
  return parseAs(answer, Verdict).errcode ?? 0
}

/** What any call may meet. */
export function troubleOf(errcode: number): Trouble {
  const wait = busyMs.get(errcode)
  if (wait !== undefined) return new Trouble({ say: 'busy' }, { retryAfterMs: wait })
  if (badToken.has(errcode) || ourMistake.has(errcode)) return new Trouble({ say: 'credentials' })
  return new Trouble({ say: 'refused', status: errcode })
}
