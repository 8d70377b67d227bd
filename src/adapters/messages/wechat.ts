import { templateFieldKind, type WechatTemplate } from '#contract/templates.ts'
import { Type } from '#contract/type.ts'
import { type Clock, hour, minute, second } from '#kit/time.ts'
import { templateValue } from '#rules/template-values.ts'
import { Trouble } from '#service/forwarding/trouble.ts'
import type { Message, WechatChannel } from '#service/ports.ts'
import { type Answer, peer } from '../external/peer.ts'
import { shaped } from '../external/shape.ts'

export interface WechatMessageOptions {
  readonly appId: string
  readonly secret: string
  readonly baseUrl: string
  readonly templates: readonly WechatTemplate[]
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
const badTemplate: ReadonlySet<number> = new Set([40037, 41030, 47003])
/** How long until it is worth another try: an error inside, the quota of a day, the quota of a minute. */
const busyMs: ReadonlyMap<number, number> = new Map([
  [-1, second],
  [45009, hour],
  [45011, minute],
])
// app id, secret, an address that is not on the app's list, and an interface that the app may not use
const ourMistake: ReadonlySet<number> = new Set([40013, 40125, 40164, 41002, 41004, 48001])

/** WeChat's subscribe messages: one for each time that somebody has agreed to a template. */
export function wechatMessages(options: WechatMessageOptions): WechatChannel {
  const { appId, secret, baseUrl, templates, now, timeLimitMs } = options
  // Where it is says a setting: a relay may well be next door.
  const ask = peer({ url: baseUrl, privateToo: true, timeLimitMs })
  let token: Token | undefined
  let asking: Promise<Token> | undefined

  async function newToken(): Promise<Token> {
    const body = JSON.stringify({ grant_type: 'client_credential', appid: appId, secret })
    // Without anybody's signal: all who need one wait for it together.
    const answer = await ask({ method: 'POST', path: '/cgi-bin/stable_token', body, expect: [200], signal: undefined })
    const errcode = verdictOf(answer)
    if (errcode !== 0) throw troubleOf(errcode)
    const { access_token: text, expires_in: seconds } = shaped(answer, NewToken)
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
  const post = ({ text }: Token, body: string, signal: AbortSignal) =>
    ask({
      method: 'POST',
      path: '/cgi-bin/message/subscribe/send',
      query: { access_token: text },
      body,
      expect: [200],
      signal,
    }).then(verdictOf)

  return {
    templates,
    async check() {
      await currentToken()
    },
    async send({ openid, template: id }, message, signal) {
      const template = templates.find((one) => one.id === id)
      if (!template) throw new Trouble({ say: 'misconfigured', setting: 'WECHAT_TEMPLATES' }, { hopeless: true })
      const body = JSON.stringify(bodyOf(openid, template, message))
      const first = await currentToken()
      let errcode = await post(first, body, signal)
      if (badToken.has(errcode)) errcode = await post(await currentToken(first), body, signal)
      if (errcode !== 0) throw troubleOf(errcode)
    },
  }
}

function bodyOf(openid: string, { id, page, fields }: WechatTemplate, message: Message): object {
  const { number = '', at = '', phrase = '' } = message.fields
  const data = Object.entries(fields).map(([name, source]) => {
    const kind = templateFieldKind(name) ?? 'thing'
    // A phrase is Chinese, whatever the reader's language.
    const text = kind === 'phrase' && source === 'status' ? phrase : (message.fields[source] ?? '')
    return [name, { value: templateValue(kind, text, at) }]
  })
  return {
    touser: openid,
    template_id: id,
    ...(page === '' ? {} : { page: page.replaceAll('{number}', number) }),
    data: Object.fromEntries(data),
    miniprogram_state: 'formal',
    lang: message.lang,
  }
}

/** 0 where WeChat says nothing of an error, which is how it says success. Its own words are not kept: they may quote ours. */
function verdictOf(answer: Answer): number {
  return shaped(answer, Verdict).errcode ?? 0
}

function troubleOf(errcode: number): Trouble {
  const wait = busyMs.get(errcode)
  if (wait !== undefined) return new Trouble({ say: 'busy' }, { retryAfterMs: wait })
  if (errcode === 43101) return new Trouble({ say: 'no_consent' }, { hopeless: true })
  if (errcode === 40003) return new Trouble({ say: 'address_gone' }, { hopeless: true })
  if (badTemplate.has(errcode))
    return new Trouble({ say: 'misconfigured', setting: 'WECHAT_TEMPLATES' }, { hopeless: true })
  if (badToken.has(errcode) || ourMistake.has(errcode)) return new Trouble({ say: 'credentials' })
  return new Trouble({ say: 'refused', status: errcode })
}
