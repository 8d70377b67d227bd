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
  readonly until: number
}

const Verdict = Type.Object({ errcode: Type.Optional(Type.Integer()) })
const NewToken = Type.Object({
  access_token: Type.String({ pattern: '^[!-~]{1,2048}$' }),
  expires_in: Type.Integer({ minimum: 1, maximum: 86_400 }),
})

/** WeChat offers the next token five minutes before this one expires. */
const marginMs = 5 * minute

const badToken: ReadonlySet<number> = new Set([40001, 40014, 41001, 42001])
/** Time until the next try: internal error, daily quota, quota of a minute. */
const busyMs: ReadonlyMap<number, number> = new Map([
  [-1, second],
  [45009, hour],
  [45011, minute],
])
// app id, secret, an address that is not on the app's list, and an interface that the app may not use
const ourMistake: ReadonlySet<number> = new Set([40013, 40125, 40164, 41002, 41004, 48001])

/** `errcode` is 0 after a success. */
export interface WechatAnswer {
  readonly errcode: number
  read<S extends TSchema>(shape: S): Static<S>
}

/** WeChat's server API. All calls share one access token. */
export function wechatApi({ appId, secret, baseUrl, now, timeLimitMs }: WechatApiOptions) {
  // The address is a setting, and a relay may be in a private network.
  const ask = httpClient({ url: baseUrl, privateToo: true, timeLimitMs })
  let token: Token | undefined
  let asking: Promise<Token> | undefined

  async function newToken(): Promise<Token> {
    const body = JSON.stringify({ grant_type: 'client_credential', appid: appId, secret })
    // All callers wait for this one request, so no caller's signal may end it.
    const answer = await ask({ method: 'POST', path: '/cgi-bin/stable_token', body, expect: [200], signal: undefined })
    const errcode = errcodeOf(answer)
    if (errcode !== 0) throw troubleOf(errcode)
    const { access_token: text, expires_in: seconds } = parseAs(answer, NewToken)
    return { text, until: now() + Math.max(seconds * second - marginMs, minute) }
  }

  /** A token other than `refused`. Concurrent callers share one request. */
  async function currentToken(refused?: Token): Promise<Token> {
    if (token && token !== refused && now() < token.until) return token
    asking ??= newToken().finally(() => {
      asking = undefined
    })
    token = await asking
    return token
  }

  /** WeChat accepts the token only in the address. Addresses are never logged. */
  const post = ({ text }: Token, path: string, body: string, signal: AbortSignal | undefined) =>
    ask({ method: 'POST', path, query: { access_token: text }, body, expect: [200], signal })

  return {
    appId,
    /** Throws if WeChat does not accept our id and secret. */
    async check(): Promise<void> {
      await currentToken()
    },
    /** Repeats the call with a new token if WeChat refuses this one. */
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

/** WeChat leaves `errcode` out after a success. Its message is dropped, because it may quote ours. */
function errcodeOf(answer: HttpReply): number {
  return parseAs(answer, Verdict).errcode ?? 0
}

export function troubleOf(errcode: number): Trouble {
  const wait = busyMs.get(errcode)
  if (wait !== undefined) return new Trouble({ say: 'busy' }, { retryAfterMs: wait })
  if (badToken.has(errcode) || ourMistake.has(errcode)) return new Trouble({ say: 'credentials' })
  return new Trouble({ say: 'refused', status: errcode })
}
