import { createCipheriv, hash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { failure } from './wechat-failure.ts'
import type { MessageMood } from './wechat-messages.ts'

type Suggestion = 'pass' | 'review' | 'risky'

/** A text that Fettle sent for checking. */
export interface AskedText {
  readonly content: string
  readonly openid: string
  readonly scene: number
}

/** A picture that Fettle sent for checking. */
export interface AskedPicture {
  readonly trace: string
  readonly url: string
  readonly openid: string
}

export interface WechatContent {
  readonly texts: readonly AskedText[]
  readonly pictures: readonly AskedPicture[]
  readonly phonesAsked: () => number
  /** Replaces the answers to the next requests, one each. */
  next(...moods: MessageMood[]): void
  /** Replaces the answers to all further requests. */
  always(mood: MessageMood | undefined): void
  /** Gives out a code, as the button of the mini-program would on this user's phone. */
  phoneCode(openid: string, number: string, country?: string): string
  /** Sends an event by the message push; answers the response. */
  push(to: PushedTo, event: object, signing?: Signing): Promise<Response>
  /** Sends a verdict about the last picture, or the one with this trace. */
  judge(to: PushedTo, suggest: Suggestion, trace?: string): Promise<Response>
}

export interface PushedTo {
  readonly url: string
  readonly token: string
  readonly key?: string
  /** The clock for signatures, in milliseconds. */
  readonly now: () => number
}

/** Deviations from a correct message push. */
export interface Signing {
  readonly token?: string
  readonly at?: number
  readonly plain?: boolean
  readonly appId?: string
  /** The content type. */
  readonly type?: string
}

interface Parts {
  readonly appId: string
  readonly now: () => number
  /** The error of an invalid access token. */
  readonly refusedToken: (token: string | null) => object | undefined
}

const visit = 2 * 3_600_000

/**
 * WeChat's checks of texts and pictures, and its phone numbers. A text that contains `RISKY` or `REVIEW` gets that
 * verdict.
 */
export function wechatContent({ appId, now, refusedToken }: Parts) {
  const texts: AskedText[] = []
  const pictures: AskedPicture[] = []
  const seen = new Map<string, number>()
  const codes = new Map<string, { openid: string; number: string; country: string; used: boolean; until: number }>()
  const moods: MessageMood[] = []
  let standing: MessageMood | undefined
  let phones = 0

  function here(openid: unknown): object | undefined {
    if (typeof openid !== 'string' || !/^o[\w-]+$/.test(openid)) return failure(40003, 'invalid openid')
    const at = seen.get(openid)
    return at === undefined || at + visit < now() ? failure(61010, 'user access record timeout') : undefined
  }

  function checkText(body: Readonly<Record<string, unknown>>): object {
    const { content, version, scene, openid } = body
    if (typeof content !== 'string' || content === '') return failure(44002, 'empty post data')
    if (content.length > 2500) return failure(47001, 'data format error')
    if (version !== 2) return failure(40097, 'invalid args')
    if (![1, 2, 3, 4].includes(Number(scene))) return failure(40129, 'invalid scene')
    const absent = here(openid)
    if (absent) return absent
    texts.push({ content, openid: String(openid), scene: Number(scene) })
    const suggest = content.includes('RISKY') ? 'risky' : content.includes('REVIEW') ? 'review' : 'pass'
    return { errcode: 0, errmsg: 'ok', trace_id: `text-${texts.length}`, result: { suggest, label: 100 }, detail: [] }
  }

  function checkPicture(body: Readonly<Record<string, unknown>>): object {
    const { media_url: url, media_type: type, version, scene, openid } = body
    if (typeof url !== 'string' || type !== 2 || version !== 2) return failure(40097, 'invalid args')
    if (![1, 2, 3, 4].includes(Number(scene))) return failure(40129, 'invalid scene')
    const absent = here(openid)
    if (absent) return absent
    const trace = `67050d30-4bc5a6d4-${pictures.length + 1}`
    pictures.push({ trace, url, openid: String(openid) })
    return { errcode: 0, errmsg: 'ok', trace_id: trace }
  }

  function phoneOf(body: Readonly<Record<string, unknown>>): object {
    phones += 1
    const found = codes.get(String(body['code']))
    if (!found || found.used || found.until <= now()) return failure(40029, 'invalid code')
    if (body['openid'] !== undefined && body['openid'] !== found.openid) return failure(40029, 'invalid code')
    found.used = true
    const { number, country } = found
    const full = country === '86' ? number : `+${country} ${number}`
    return {
      errcode: 0,
      errmsg: 'ok',
      phone_info: {
        phoneNumber: full,
        purePhoneNumber: number,
        countryCode: country,
        watermark: { timestamp: 1, appid: appId },
      },
    }
  }

  async function push({ url, token: right, key, now: clock }: PushedTo, event: object, signing: Signing = {}) {
    const { token = right, at = clock(), plain = false, type = 'application/json' } = signing
    const timestamp = String(Math.floor(at / 1000))
    const nonce = randomBytes(5).toString('hex')
    const signed = (...more: string[]) => hash('sha1', [token, timestamp, nonce, ...more].toSorted().join(''), 'hex')
    const query = new URLSearchParams({ signature: signed(), timestamp, nonce })
    let body = event
    if (key !== undefined && !plain) {
      const Encrypt = sealed(JSON.stringify(event), key, signing.appId ?? appId)
      query.set('encrypt_type', 'aes')
      query.set('msg_signature', signed(Encrypt))
      body = { ToUserName: 'gh_1', Encrypt }
    }
    return fetch(`${url}/wechat/push?${query}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    })
  }

  const peer: WechatContent = {
    texts,
    pictures,
    phonesAsked: () => phones,
    next: (...some) => void moods.push(...some),
    always(mood) {
      standing = mood
    },
    phoneCode(openid, number, country = '86') {
      const code = hash('sha256', `${codes.size} ${openid}`, 'hex')
      codes.set(code, { openid, number, country, used: false, until: now() + 5 * 60_000 })
      return code
    },
    push,
    judge: (to, suggest, trace = pictures.at(-1)?.trace) =>
      push(to, {
        ToUserName: 'gh_1',
        FromUserName: 'o1',
        CreateTime: 1,
        MsgType: 'event',
        Event: 'wxa_media_check',
        appid: appId,
        trace_id: trace,
        version: 2,
        detail: [{ strategy: 'content_model', errcode: 0, suggest, label: 100, prob: 90 }],
        errcode: 0,
        errmsg: 'ok',
        result: { suggest, label: suggest === 'pass' ? 100 : 20002 },
      }),
  }

  const endpoints: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => object>> = {
    '/wxa/msg_sec_check': checkText,
    '/wxa/media_check_async': checkPicture,
    '/wxa/business/getuserphonenumber': phoneOf,
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
    const body = JSON.parse(await text(request)) as Record<string, unknown> // what we are here to look at
    const endpoint = endpoints[pathname]
    if (!endpoint) return void response.writeHead(404).end()
    const answer = (said: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    const work = () => refusedToken(searchParams.get('access_token')) ?? endpoint(body)
    const mood = moods.shift() ?? standing ?? (() => answer(work()))
    mood({ request, response, work, answer })
  }

  return {
    peer,
    handle,
    /** The person opens the mini-program. */
    visited: (openid: string) => void seen.set(openid, now()),
  }
}

/** Encrypts as WeChat does: 16 random bytes, the length, the message and the app id, padded to 32 bytes. */
function sealed(message: string, key: string, appId: string): string {
  const secret = Buffer.from(`${key}=`, 'base64')
  const bytes = Buffer.from(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  const plain = Buffer.concat([randomBytes(16), length, bytes, Buffer.from(appId)])
  const pad = 32 - (plain.length % 32)
  const cipher = createCipheriv('aes-256-cbc', secret, secret.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(pad, pad)])), cipher.final()]).toString(
    'base64',
  )
}
