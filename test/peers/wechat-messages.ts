import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { failure } from './wechat-failure.ts'

/** A message that WeChat has accepted. */
export interface TakenMessage {
  readonly touser: string
  readonly template_id: string
  readonly page?: string
  readonly data: Readonly<Record<string, { readonly value: string }>>
  readonly miniprogram_state: string
  readonly lang: string
}

/** One call: `work` does what WeChat normally does, and returns its answer. */
export interface MessageCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly work: () => object
  readonly answer: (body: unknown) => void
}
export type MessageMood = (call: MessageCall) => void

export interface WechatMessages {
  /** The accepted messages, in order. */
  readonly taken: readonly TakenMessage[]
  /** The person agrees on their phone to one more message. */
  agree(openid: string, template: string): void
  /** Replaces the answers to the next messages, one each. */
  next(...moods: MessageMood[]): void
  /** The same for the next requests for an access token. */
  nextTokens(...moods: MessageMood[]): void
  /** Every access token becomes invalid at once, before its end. */
  forgetTokens(): void
  tokensAsked(): number
  sendsAsked(): number
}

const tokenLife = 7200

// From WeChat's documentation, independent of the code that fills the fields.
const rules: Readonly<Record<string, RegExp>> = {
  thing: /^[^\p{Cc}]{1,20}$/u,
  character_string: /^[ -~]{1,32}$/,
  number: /^\d{1,32}$/,
  phrase: /^\p{Script=Han}{1,5}$/u,
  time: /^(\d{4}年\d{1,2}月\d{1,2}日 )?\d\d:\d\d$/,
  date: /^\d{4}年\d{1,2}月\d{1,2}日$/,
}

interface Parts {
  readonly appId: string
  readonly secret: string
  readonly now: () => number
}

/** WeChat's access tokens and subscribe messages, for the templates that users have agreed to. */
export function wechatMessages({ appId, secret, now }: Parts) {
  const taken: TakenMessage[] = []
  const consents = new Map<string, number>()
  const moods: MessageMood[] = []
  const tokenMoods: MessageMood[] = []
  let token = { text: '', ends: 0 }
  let tokens = 0
  let tokensAsked = 0
  let sendsAsked = 0

  function newToken(body: Readonly<Record<string, unknown>>): object {
    tokensAsked += 1
    if (body['grant_type'] !== 'client_credential') return failure(40002, 'invalid grant_type')
    if (body['appid'] !== appId) return failure(40013, 'invalid appid')
    if (body['secret'] !== secret) return failure(40125, 'invalid appsecret')
    // Every request gets the same token, until five minutes before its end.
    if (token.ends - 300_000 <= now()) token = { text: `68_token-${++tokens}`, ends: now() + tokenLife * 1000 }
    return { access_token: token.text, expires_in: Math.floor((token.ends - now()) / 1000) }
  }

  /** The error of an invalid token in a call. */
  function refusedToken(given: string | null): object | undefined {
    if (!given) return failure(41001, 'access_token missing')
    if (given !== token.text) return failure(40001, 'invalid credential, access_token is invalid or not latest')
    return token.ends <= now() ? failure(42001, 'access_token expired') : undefined
  }

  function send(given: string | null, message: TakenMessage): object {
    const refused = refusedToken(given)
    if (refused) return refused
    if (!/^o[\w-]+$/.test(message.touser)) return failure(40003, 'invalid openid')
    const key = `${message.touser} ${message.template_id}`
    for (const [name, { value }] of Object.entries(message.data)) {
      const rule = rules[name.replace(/\d+$/, '')]
      if (!rule?.test(value)) return failure(47003, `argument invalid! data.${name}.value invalid`)
    }
    const left = consents.get(key) ?? 0
    if (left === 0) return failure(43101, 'user refuse to accept the msg')
    consents.set(key, left - 1)
    taken.push(message)
    return { errcode: 0, errmsg: 'ok', msgid: taken.length }
  }

  const peer: WechatMessages = {
    taken,
    agree: (openid, template) => {
      const key = `${openid} ${template}`
      consents.set(key, (consents.get(key) ?? 0) + 1)
    },
    next: (...some) => void moods.push(...some),
    nextTokens: (...some) => void tokenMoods.push(...some),
    forgetTokens() {
      token = { text: '', ends: 0 }
    },
    tokensAsked: () => tokensAsked,
    sendsAsked: () => sendsAsked,
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
    const body = JSON.parse(await text(request)) as TakenMessage & Record<string, unknown> // what we are here to look at
    const answer = (said: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    const treat = (work: () => object, mood: MessageMood = () => answer(work())) =>
      mood({ request, response, work, answer })
    if (pathname === '/cgi-bin/stable_token') return treat(() => newToken(body), tokenMoods.shift())
    if (pathname !== '/cgi-bin/message/subscribe/send') return void response.writeHead(404).end()
    sendsAsked += 1
    treat(() => send(searchParams.get('access_token'), body), moods.shift())
  }
  return { peer, handle, refusedToken }
}
