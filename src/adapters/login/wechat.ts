import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#contract/errors.ts'
import type { MiniProgram } from '#service/shared/ports.ts'

export interface WechatOptions {
  readonly appId: string
  readonly secret: string
  readonly baseUrl: string
  /** Told what an administrator has to mend; never the secret or the code. */
  readonly warn: (facts: object, text: string) => void
  /** For one login as a whole, however often WeChat has to be asked. */
  readonly timeLimitMs?: number
}

interface Answer {
  /** 0 where WeChat says nothing of an error, which is how it says success. */
  readonly errcode: number
  readonly openid: string | undefined
  readonly unionid: string | undefined
  /** The request id that WeChat's support asks for; nothing else of the message is kept, it may quote what was sent. */
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
const mostBytes = 64 * 1024

/** WeChat's `code2Session`: a code from `wx.login`, good once within five minutes, becomes the user's openid. */
export function wechatLogin({ appId, secret, baseUrl, warn, timeLimitMs = 5000 }: WechatOptions): MiniProgram {
  async function ask(code: string, signal: AbortSignal): Promise<Answer> {
    const query = new URLSearchParams({ appid: appId, secret, js_code: code, grant_type: 'authorization_code' })
    const response = await fetch(`${baseUrl}/sns/jscode2session?${query}`, { redirect: 'error', signal })
    const text = await bounded(response)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return understood(JSON.parse(text))
  }

  /** Asks again while WeChat is busy, and never about anything else: a code that was taken works once. */
  async function patiently(code: string): Promise<Answer> {
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
      // The address holds the secret and the code, and some errors repeat it: only the kind of failure is kept.
      const reason = signal.aborted ? 'no answer in time' : error instanceof Error ? error.name : 'unknown'
      warn({ reason }, 'WeChat does not answer as it should')
      throw new Refusal('peer_unavailable')
    }
  }

  return {
    kind: 'wechat',
    async check() {
      // WeChat has nothing to ask about an app alone; of a code that cannot be right it says so only to an app it knows.
      const { errcode } = await patiently('fettle-check').catch(() => {
        throw new Error('it does not answer')
      })
      if (errcode !== badCode) throw new Error(`it answers errcode ${errcode} where ${badCode} is right`)
    },
    async identify(code) {
      const { errcode, openid, unionid, rid } = await patiently(code)
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

/** WeChat's answer, as far as it is one; throws where it is something else. */
function understood(json: unknown): Answer {
  type Said = { openid?: unknown; unionid?: unknown; errcode?: unknown; errmsg?: unknown }
  const { openid, unionid, errcode = 0, errmsg } = json as Said // each is looked at
  if (typeof errcode !== 'number') throw new TypeError('no errcode')
  const success = errcode === 0
  if (success && !isId(openid)) throw new TypeError('no openid')
  return {
    errcode,
    openid: success ? String(openid) : undefined,
    // Nobody needs it to log in: one that cannot be one is none.
    unionid: success && isId(unionid) ? unionid : undefined,
    rid: typeof errmsg === 'string' ? /rid: ([\w-]+)/.exec(errmsg)?.[1] : undefined,
  }
}

const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,128}$/.test(id)

async function bounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new RangeError('too long an answer')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
