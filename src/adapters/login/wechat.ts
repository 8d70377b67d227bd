import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#contract/errors.ts'
import type { MiniProgram } from '#service/ports.ts'

export interface WechatOptions {
  readonly appId: string
  readonly secret: string
  readonly baseUrl: string
  /** Told what an administrator has to mend; never the secret or the code. */
  readonly warn: (facts: object, text: string) => void
  readonly timeLimitMs?: number
}

interface Answer {
  readonly openid?: unknown
  readonly errcode?: unknown
  readonly errmsg?: unknown
}

const busy = -1
const refused = new Set([40029, 40163])
const blocked = 40226
const tooOften = 45011
const waitsMs = [100, 400]
const mostBytes = 64 * 1024

/** WeChat's `code2Session`: a code from `wx.login`, good once within five minutes, becomes the user's openid. */
export function wechatLogin({ appId, secret, baseUrl, warn, timeLimitMs = 3000 }: WechatOptions): MiniProgram {
  async function ask(code: string): Promise<Answer> {
    const query = new URLSearchParams({ appid: appId, secret, js_code: code, grant_type: 'authorization_code' })
    try {
      const response = await fetch(`${baseUrl}/sns/jscode2session?${query}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return JSON.parse(await bounded(response)) as Answer // every field is looked at before it is used
    } catch (error) {
      // The address holds the secret and the code, and some errors repeat it: only the kind of failure is kept.
      const reason = error instanceof SyntaxError ? 'not JSON' : error instanceof Error ? error.name : 'unknown'
      warn({ reason }, 'WeChat does not answer')
      throw new Refusal('peer_unavailable')
    }
  }

  return {
    kind: 'wechat',
    async check() {
      // WeChat has nothing to ask about credentials alone, but a code that cannot be right is refused as a code only if they are.
      const { errcode } = await ask('fettle-check').catch(() => ({ errcode: 'no answer' }))
      if (!refused.has(Number(errcode)))
        throw new Error(`WeChat does not take the app id and secret (${String(errcode)})`)
    },
    async identify(code) {
      let answer = await ask(code)
      for (const wait of waitsMs) {
        if (answer.errcode !== busy) break
        await pause(wait)
        answer = await ask(code)
      }
      const { openid, errcode = 0, errmsg } = answer
      if (errcode === 0 && typeof openid === 'string' && openid !== '')
        return { provider: `wechat:${appId}`, subject: openid }
      if (refused.has(Number(errcode))) throw new Refusal('code_refused')
      if (errcode === blocked) throw new Refusal('login_blocked')
      if (errcode === tooOften) throw new Refusal('too_many_requests', { seconds: 60 })
      if (errcode === busy) throw new Refusal('peer_unavailable')
      warn(
        { errcode, rid: rid(errmsg) },
        'WeChat refuses the configuration: check WECHAT_APP_ID, WECHAT_APP_SECRET and the IP whitelist',
      )
      throw new Refusal('broken')
    },
  }
}

/** The request id that WeChat's support asks for; nothing else of the message is kept, it may quote what was sent. */
function rid(errmsg: unknown): string | undefined {
  return typeof errmsg === 'string' ? /rid: ([\w-]+)/.exec(errmsg)?.[1] : undefined
}

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
