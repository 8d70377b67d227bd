import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The subscription that a browser gives to a sender. */
export interface Subscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A message as the browser decrypts it, with the headers that the push service got. */
export interface PushedMessage {
  readonly endpoint: string
  readonly content: unknown
  readonly bytes: number
  readonly ttl: string | undefined
  readonly urgency: string | undefined
  readonly topic: string | undefined
}

export interface PushCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Accepts the message as usual; answers the status. */
  readonly work: () => number
}
export type PushMood = (call: PushCall) => void

export interface PushPeer extends AsyncDisposable {
  readonly url: string
  /** Adds the address of a proxy in front of it. */
  alsoAt(url: string): void
  /** Subscribes a browser to messages that are signed with this key. */
  subscribe(key: string): Subscription
  readonly pushed: readonly PushedMessage[]
  /** How many requests it got. */
  asked(): number
  /** Replaces the answers to the next messages, one each. */
  next(...moods: PushMood[]): void
}

interface Browser {
  readonly key: string
  readonly secret: ECDH
  readonly auth: Buffer
}

/** A push service by RFC 8030 and 8292 on loopback, and the browsers behind it, which decrypt by RFC 8291 with Node alone. */
export async function pushPeer(now: () => number): Promise<PushPeer> {
  const browsers = new Map<string, Browser>()
  const pushed: PushedMessage[] = []
  const moods: PushMood[] = []
  const addresses = new Set<string>()
  let asked = 0
  let url = ''

  function take({ headers }: IncomingMessage, path: string, body: Buffer): number {
    const browser = browsers.get(path)
    if (!browser) return 410
    const status = refusal(headers.authorization ?? '', browser.key)
    if (status) return status
    if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers['ttl']))) return 400
    if (!/^[\w-]{1,32}$/.test(String(headers['topic'] ?? 'none'))) return 400
    if (body.length > 4096) return 413
    const content: unknown = JSON.parse(decrypted(body, browser).toString('utf8'))
    const told = (name: string) => headers[name]?.toString()
    const [ttl, urgency, topic] = [told('ttl'), told('urgency'), told('topic')]
    pushed.push({ endpoint: url + path, content, bytes: body.length, ttl, urgency, topic })
    return 201
  }

  /** The status of a refusal, if the sender's authorization is invalid. */
  function refusal(authorization: string, key: string): number | undefined {
    const [, head = '', claims = '', signature = '', given = ''] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
    if (given !== key) return 403
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    if (!verify('sha256', Buffer.from(`${head}.${claims}`), how, Buffer.from(signature, 'base64url'))) return 401
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string }
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      aud: string
      exp: number
      sub: string
    }
    const left = exp * 1000 - now()
    return alg === 'ES256' && addresses.has(aud) && left > 0 && left <= 86_400_000 && /^(mailto:|https:)/.test(sub)
      ? undefined
      : 401
  }

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      asked += 1
      const work = () => (request.method === 'POST' ? take(request, request.url ?? '', Buffer.from(body)) : 405)
      const mood = moods.shift() ?? (() => response.writeHead(work()).end())
      mood({ request, response, work })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
  addresses.add(url)
  return {
    url,
    alsoAt: (front) => void addresses.add(front),
    pushed,
    asked: () => asked,
    next: (...some) => void moods.push(...some),
    subscribe(key) {
      const secret = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = secret.generateKeys().toString('base64url')
      const path = `/send/${randomBytes(12).toString('base64url')}?v=2`
      browsers.set(path, { key, secret, auth })
      return { endpoint: url + path, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** RFC 8188 and 8291: salt, record size, the sender's key, then one record. */
function decrypted(body: Buffer, { secret, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const keyEnds = 21 + body.readUInt8(20)
  const sender = body.subarray(21, keyEnds)
  const derive = (ikm: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, length))
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), secret.getPublicKey(), sender])
  const ikm = derive(secret.computeSecret(sender), auth, both, 32)
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const record = body.subarray(keyEnds)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding')
  return padded.subarray(0, end)
}
