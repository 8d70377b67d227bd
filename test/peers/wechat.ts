import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WechatContent, wechatContent } from './wechat-content.ts'
import { failure } from './wechat-failure.ts'
import { type WechatMessages, wechatMessages } from './wechat-messages.ts'

export { failure }

/** How the peer answers one request: as WeChat does, or with a fault. */
export type Mood = (question: Question) => void | Promise<void>

export interface Question {
  readonly code: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Answers in WeChat's way: HTTP 200 and JSON. */
  readonly answer: (body: unknown) => void
}

export interface WechatPeer extends AsyncDisposable {
  readonly url: string
  readonly appId: string
  readonly secret: string
  /** Its subscribe messages. */
  readonly messages: WechatMessages
  /** Its checks of texts and pictures. */
  readonly content: WechatContent
  /** Hands out a code, as `wx.login` would to this person's phone. */
  code(openid: string, unionid?: string): string
  /** Replaces the answers to the next requests, one each. */
  next(...moods: Mood[]): void
  /** Replaces the answers to all further requests. */
  always(mood: Mood | undefined): void
  /** How many requests it got. */
  asked(): number
  /** Resolves at the next request. */
  nextQuestion(): Promise<void>
  /** Cuts every connection. */
  cut(): void
}

const codeLifeMs = 5 * 60_000

/** WeChat's `code2Session` and subscribe messages, on loopback, over real HTTP; a test can make it fail. */
export async function wechatPeer(now: () => number = () => 0): Promise<WechatPeer> {
  const appId = 'wx0123456789abcdef'
  const secret = 'c2VjcmV0LW9mLXRoZS1taW5p'
  const codes = new Map<string, { openid: string; expires: number; used: boolean; unionid?: string }>()
  const messages = wechatMessages({ appId, secret, now })
  const content = wechatContent({ appId, now, refusedToken: messages.refusedToken })
  const queue: Mood[] = []
  let standing: Mood | undefined
  let asked = 0
  let made = 0

  /** The checks of the real WeChat, in its order: the app first, then the code. */
  function verdict({ code, request }: Question): object {
    const query = new URL(request.url ?? '', 'http://peer').searchParams
    const found = codes.get(code)
    if (!query.get('appid')) return failure(41002, 'appid missing')
    if (!query.get('secret')) return failure(41004, 'appsecret missing')
    if (query.get('appid') !== appId) return failure(40013, 'invalid appid')
    if (query.get('secret') !== secret) return failure(40125, 'invalid appsecret')
    if (!code) return failure(41008, 'missing code')
    if (query.get('grant_type') !== 'authorization_code') return failure(40002, 'invalid grant_type')
    if (!found || found.expires <= now()) return failure(40029, 'invalid code')
    if (found.used) return failure(40163, 'code been used')
    found.used = true
    content.visited(found.openid)
    // WeChat reports success explicitly or not; here every other time.
    const fine = asked % 2 === 0 ? { errcode: 0, errmsg: 'ok' } : {}
    return {
      session_key: 'c2Vzc2lvbi1rZXktbm9ib2R5LXNlZXM=',
      openid: found.openid,
      ...(found.unionid ? { unionid: found.unionid } : {}),
      ...fine,
    }
  }
  const itself: Mood = (question) => question.answer(verdict(question))

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
    if (request.method === 'POST')
      return void (pathname.startsWith('/wxa/') ? content : messages).handle(request, response)
    if (request.method !== 'GET' || pathname !== '/sns/jscode2session') {
      response.writeHead(404).end()
      return
    }
    asked += 1
    const answer = (body: unknown) =>
      void response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
    const mood = queue.shift() ?? standing ?? itself
    void mood({ code: searchParams.get('js_code') ?? '', request, response, answer })
    server.emit('asked')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    appId,
    secret,
    messages: messages.peer,
    content: content.peer,
    code(openid, unionid) {
      made += 1
      const code = `0a3${made}Ga1w3xYz${String(made).padStart(6, '0')}`
      codes.set(code, { openid, expires: now() + codeLifeMs, used: false, ...(unionid ? { unionid } : {}) })
      return code
    },
    next: (...moods) => void queue.push(...moods),
    always(mood) {
      standing = mood
    },
    asked: () => asked,
    async nextQuestion() {
      await once(server, 'asked')
    },
    cut: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An answer to any request that contains a fault. */
export type BadDay = (question: Pick<Question, 'request' | 'response' | 'answer'>) => void

/** The faults, by name. */
export const moods = {
  says:
    (body: unknown): BadDay =>
    ({ answer }) =>
      answer(body),
  busy: (({ answer }) => answer(failure(-1, 'system error'))) satisfies BadDay,
  hangs: (() => {}) satisfies BadDay,
  drops: (({ request }) => void request.socket.destroy()) satisfies BadDay,
  breaks: (({ response }) => void response.writeHead(500).end('Internal Server Error')) satisfies BadDay,
  /** A page of a proxy, with the status of a success. */
  shows_a_page: (({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Gateway</html>')) satisfies BadDay,
  stops_half_way: (({ response }) => void response.writeHead(200).end('{"openid":"oABC')) satisfies BadDay,
  promises_more: (({ response }) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"openid":')
    setImmediate(() => response.destroy())
  }) satisfies BadDay,
  floods: (({ answer }) => answer({ openid: 'oAnn', more: 'x'.repeat(5 * 1024 * 1024) })) satisfies BadDay,
  /** A redirect, to which the code would be sent. */
  sends_elsewhere: (({ response, request }) =>
    void response.writeHead(302, { location: request.url }).end()) satisfies BadDay,
  /** One byte now and then, without an end. */
  drips: (({ response }) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(timer))
  }) satisfies BadDay,
}
