import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const bots = ['wecom', 'feishu', 'dingtalk', 'slack', 'matrix'] as const
export type Bot = (typeof bots)[number]

/** A message in a chat. */
export interface BotMessage {
  readonly id: string
  readonly at: number
  readonly text: string
}

export interface Chats extends AsyncDisposable {
  readonly url: string
  /** The settings with which Fettle finds bots at this address, or behind a proxy there. */
  env(url: string): Record<string, string>
  /** The secrets of the bots, which must appear nowhere. */
  readonly secrets: readonly string[]
  readonly said: Readonly<Record<Bot, BotMessage[]>>
  /** How often a bot was called too fast. */
  readonly tooFast: () => number
  /** Another sender uses the same bots up to their limits. */
  crowd(): void
  /** Bots whose key has become invalid. */
  readonly forgotten: Set<Bot>
}

const keys = {
  wecom: 'k-wecom-0f1e2d3c',
  feishu: 'k-feishu-4b5a6978',
  dingtalk: 'k-dingtalk-8796a5',
  slack: 'k-slack-b4c3d2e1',
}
const feishuSecret = 'feishu-secret-0c71d2'
const dingtalkSecret = 'SECdingtalk-secret-3f9a'
const token = 'syt_matrix-token-9d2c'
const room = '!0f1e2d3c4b:example.org'

interface Answer {
  readonly status: number
  readonly body: object | string
  readonly headers?: Record<string, string>
}
const ok = (body: object | string): Answer => ({ status: 200, body })
const minute = 60_000
const idOf = ({ headers }: IncomingMessage) => String(headers['idempotency-key'])

/** The chats of WeCom, Feishu, DingTalk, Slack and Matrix as far as bots see them: with their signatures, limits and ways to refuse. */
export async function chats(now: () => number): Promise<Chats> {
  const said: Record<Bot, BotMessage[]> = { wecom: [], feishu: [], dingtalk: [], slack: [], matrix: [] }
  const calls: Record<Bot, number[]> = { wecom: [], feishu: [], dingtalk: [], slack: [], matrix: [] }
  const forgotten = new Set<Bot>()
  const events = new Map<string, string>()
  let tooFast = 0
  let dingtalkClosed = 0

  /** Whether a call exceeds this limit within this time. */
  function over(bot: Bot, most: number, withinMs: number): boolean {
    const found = calls[bot].filter((at) => at > now() - withinMs).length >= most
    if (found) tooFast += 1
    return found
  }
  function take(bot: Bot, id: string, words: string): void {
    calls[bot].push(now())
    said[bot].push({ id, at: now(), text: words })
  }
  const isNow = (ms: number) => Math.abs(ms - now()) <= 60 * minute

  type Body = Readonly<Record<string, unknown>>
  const within = (body: Body, key: string) => Object(body[key]) as Body // whatever it is, it has members or none

  const acts: Record<Bot, (request: IncomingMessage, url: URL, body: Body) => Answer> = {
    wecom(request, url, body) {
      const refuse = (errcode: number, errmsg: string) => ok({ errcode, errmsg })
      if (forgotten.has('wecom') || url.searchParams.get('key') !== keys.wecom)
        return refuse(93000, 'invalid webhook url')
      if (body['msgtype'] !== 'text') return refuse(40008, 'invalid message type')
      const content = String(within(body, 'text')['content'])
      if (Buffer.byteLength(content) > 2048) return refuse(40058, 'text.content exceed max length 2048')
      if (within(body, 'text')['mentioned_list']) return refuse(40058, 'a message must not mention people')
      if (over('wecom', 20, minute)) return refuse(45009, 'api freq out of limit')
      take('wecom', idOf(request), content)
      return ok({ errcode: 0, errmsg: 'ok' })
    },
    feishu(request, url, body) {
      const refuse = (code: number, msg: string) => ok({ code, msg, data: {} })
      if (forgotten.has('feishu') || !url.pathname.endsWith(keys.feishu))
        return refuse(19001, 'param invalid: incoming webhook access token invalid')
      const right = createHmac('sha256', `${body['timestamp']}\n${feishuSecret}`).digest('base64')
      if (body['sign'] !== right || !isNow(Number(body['timestamp']) * 1000))
        return refuse(19021, 'sign match fail or timestamp is not within one hour from current time')
      if (body['msg_type'] !== 'text' || Buffer.byteLength(JSON.stringify(body)) > 20 * 1024)
        return { status: 400, body: { code: 9499, msg: 'Bad Request', data: {} } }
      const words = String(within(body, 'content')['text'])
      if (over('feishu', 100, minute) || over('feishu', 5, 1000)) return refuse(11232, 'frequency limited')
      take('feishu', idOf(request), words)
      return ok({ StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' })
    },
    dingtalk(request, url, body) {
      const refuse = (errcode: number, errmsg: string) => ok({ errcode, errmsg })
      const { access_token: key, timestamp = '', sign } = Object.fromEntries(url.searchParams)
      if (forgotten.has('dingtalk') || key !== keys.dingtalk) return refuse(300005, 'token is not exist')
      const right = createHmac('sha256', dingtalkSecret).update(`${timestamp}\n${dingtalkSecret}`).digest('base64')
      if (sign !== right) return refuse(310000, 'sign not match')
      if (!isNow(Number(timestamp))) return refuse(310000, 'invalid timestamp')
      if (body['msgtype'] !== 'text') return refuse(400105, 'unsupported msgtype')
      const content = String(within(body, 'text')['content'])
      if (within(body, 'at')['isAtAll'] === true) return refuse(400105, 'a message must not mention people')
      if (Buffer.byteLength(content) > 20_000) return refuse(460101, 'message too long, exceed 20000 bytes')
      if (now() < dingtalkClosed || over('dingtalk', 20, minute)) {
        dingtalkClosed = now() + 10 * minute
        return refuse(130101, 'send too fast, exceed 20 times per minute')
      }
      take('dingtalk', idOf(request), content)
      return ok({ errcode: 0, errmsg: 'ok' })
    },
    slack(request, url, body) {
      if (forgotten.has('slack') || !url.pathname.endsWith(keys.slack)) return { status: 403, body: 'invalid_token' }
      if (typeof body['text'] !== 'string' || body['text'].length > 2000)
        return { status: 400, body: 'invalid_payload' }
      // Slack would interpret any of these characters.
      if (/[<>]|&(?!(?:amp|lt|gt);)/.test(body['text'])) return { status: 400, body: 'invalid_payload' }
      if (over('slack', 1, 1000)) return { status: 429, body: '', headers: { 'retry-after': '1' } }
      const words = body['text'].replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
      take('slack', idOf(request), words)
      return ok('ok')
    },
    matrix(request, url, body) {
      const refuse = (status: number, errcode: string, more = {}): Answer => ({
        status,
        body: { errcode, error: '', ...more },
      })
      if (forgotten.has('matrix') || request.headers.authorization !== `Bearer ${token}`)
        return refuse(401, 'M_UNKNOWN_TOKEN')
      const path = url.pathname.replace('/_matrix/client/v3/', '')
      if (path === 'account/whoami') return ok({ user_id: '@fettle:example.org' })
      if (path === 'joined_rooms') return ok({ joined_rooms: [room] })
      const [, where = '', txn = ''] = /^rooms\/([^/]+)\/send\/m\.room\.message\/([^/]+)$/.exec(path) ?? []
      if (request.method !== 'PUT' || decodeURIComponent(where) !== room) return refuse(403, 'M_FORBIDDEN')
      const before = events.get(txn)
      if (before) return ok({ event_id: before })
      if (Buffer.byteLength(JSON.stringify(body)) > 60_000) return refuse(413, 'M_TOO_LARGE')
      if (Object.keys(within(body, 'm.mentions')).length > 0) return refuse(400, 'M_BAD_JSON')
      if (over('matrix', 22, minute)) return refuse(429, 'M_LIMIT_EXCEEDED', { retry_after_ms: 2000 })
      take('matrix', txn, String(body['body']))
      const event = `$event${events.size}`
      events.set(txn, event)
      return ok({ event_id: event })
    },
  }

  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const url = new URL(request.url ?? '', 'http://peer')
      const bot = url.pathname.startsWith('/_matrix')
        ? 'matrix'
        : bots.find((one) => url.pathname.startsWith(`/${one}/`))
      // Without its key the bot is unknown.
      const {
        status,
        body,
        headers = {},
      } = bot
        ? acts[bot](request, url, sent === '' ? {} : (JSON.parse(sent) as Body)) // ours is an object
        : { status: 404, body: '' }
      const json = typeof body !== 'string'
      response
        .writeHead(status, { 'content-type': json ? 'application/json' : 'text/plain', ...headers })
        .end(json ? JSON.stringify(body) : body)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    env: (url) => ({
      MESSAGES_PRIVATE: 'on',
      WECOM_BOT_URL: `${url}/wecom/cgi-bin/webhook/send?key=${keys.wecom}`,
      FEISHU_BOT_URL: `${url}/feishu/open-apis/bot/v2/hook/${keys.feishu}`,
      FEISHU_BOT_SECRET: feishuSecret,
      DINGTALK_BOT_URL: `${url}/dingtalk/robot/send?access_token=${keys.dingtalk}`,
      DINGTALK_BOT_SECRET: dingtalkSecret,
      SLACK_BOT_URL: `${url}/slack/services/${keys.slack}`,
      MATRIX_URL: url,
      MATRIX_TOKEN: token,
      MATRIX_ROOM: room,
    }),
    secrets: [...Object.values(keys), feishuSecret, dingtalkSecret, token],
    said,
    tooFast: () => tooFast,
    crowd() {
      for (const bot of bots) calls[bot].push(...Array.from({ length: 100 }, now))
    },
    forgotten,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
