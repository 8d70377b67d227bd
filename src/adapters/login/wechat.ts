import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#contract/errors.ts'
import type { MiniProgram } from '#service/shared/ports.ts'
import { fetchBounded } from '../bounded-fetch.ts'

export interface WechatOptions {
  readonly appId: string
  readonly secret: string
  readonly baseUrl: string
  /** For what an administrator has to fix. It never gets the secret or the code. */
  readonly warn: (facts: object, text: string) => void
  /** For one login as a whole, with all its calls. */
  readonly timeLimitMs?: number
}

interface Answer {
  /** 0 if the answer has none, which is how WeChat reports success. */
  readonly errcode: number
  readonly openid: string | undefined
  readonly unionid: string | undefined
  /** The request id that WeChat's support asks for. The rest of the message is dropped, because it may quote our request. */
  readonly rid: string | undefined
}

const busy = -1
const badCode = 40029
const usedCode = 40163
const blocked = 40226
const tooOften = 45011
// app id, secret or code missing or wrong, and an address that is not on the app's list
const ourMistake: ReadonlySet<number> = new Set([40013, 40125, 40164, 41002, 41004, 41008])
const waitsMs = [100, 400]

/** WeChat's `code2Session` exchanges a code of `wx.login` for the user's openid. A code works once, within five minutes. */
export function wechatLogin({ appId, secret, baseUrl, warn, timeLimitMs = 5000 }: WechatOptions): MiniProgram {
  async function ask(code: string, signal: AbortSignal): Promise<Answer> {
    const query = new URLSearchParams({ appid: appId, secret, js_code: code, grant_type: 'authorization_code' })
    const response = await fetchBounded(`${baseUrl}/sns/jscode2session?${query}`, { signal })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return parseAnswer(await response.json())
  }

  /** Retries only while WeChat is busy, because an accepted code works once. */
  async function askWithRetry(code: string): Promise<Answer> {
    const signal = AbortSignal.timeout(timeLimitMs)
    try {
      let answer = await ask(code, signal)
      for (const wait of waitsMs) {
        if (answer.errcode !== busy) break
        await pause(wait, undefined, { signal })
        answer = await ask(code, signal)
      }
      return answer
    } catch (error) {
      // Some errors repeat the address, which holds the secret and the code. So only the error's name is logged.
      const reason = signal.aborted ? 'no answer in time' : error instanceof Error ? error.name : 'unknown'
      warn({ reason }, 'WeChat does not answer as it should')
      throw new Refusal('peer_unavailable')
    }
  }

  return {
    kind: 'wechat',
    async check() {
      // WeChat has no call that checks an app alone. But it calls an impossible code wrong only if it knows the app.
      const { errcode } = await askWithRetry('fettle-check').catch(() => {
        throw new Error('it does not answer')
      })
      if (errcode !== badCode) throw new Error(`it answers errcode ${errcode} where ${badCode} is right`)
    },
    async identify(code) {
      const { errcode, openid, unionid, rid } = await askWithRetry(code)
      if (openid !== undefined) return { provider: `wechat:${appId}`, subject: openid, unionid }
      if (errcode === badCode || errcode === usedCode) throw new Refusal('code_refused')
      if (errcode === blocked) throw new Refusal('login_blocked')
      if (errcode === tooOften) throw new Refusal('too_many_requests', { seconds: 60 })
      if (ourMistake.has(errcode)) {
        warn({ errcode, rid }, 'WeChat refuses us: check WECHAT_APP_ID, WECHAT_APP_SECRET and the IP whitelist')
        throw new Refusal('broken')
      }
      warn({ errcode, rid }, 'WeChat cannot tell who this is')
      throw new Refusal('peer_unavailable')
    },
  }
}

/** Throws if this is not an answer of WeChat. */
function parseAnswer(json: unknown): Answer {
  type Body = { openid?: unknown; unionid?: unknown; errcode?: unknown; errmsg?: unknown }
  const { openid, unionid, errcode = 0, errmsg } = json as Body // each is checked below
  if (typeof errcode !== 'number') throw new TypeError('no errcode')
  const success = errcode === 0
  if (success && !isId(openid)) throw new TypeError('no openid')
  return {
    errcode,
    openid: success ? String(openid) : undefined,
    // The login works without it, so an invalid one is ignored.
    unionid: success && isId(unionid) ? unionid : undefined,
    rid: typeof errmsg === 'string' ? /rid: ([\w-]+)/.exec(errmsg)?.[1] : undefined,
  }
}

const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,128}$/.test(id)
