import { createHash, sign } from 'node:crypto'
import { hostOf } from '#config/address.ts'
import { type Clock, day, hour, second } from '#kit/time.ts'
import type { Message, PushAddress, PushChannel } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { httpClient } from '../http-client.ts'
import { isPrivateHost } from '../private-address.ts'
import { parsePushKeys } from './push-keys.ts'

export interface PushOptions {
  readonly keys: string
  readonly publicUrl: string
  /** The origin of the team's own push service, the only one that may be in a private network. */
  readonly service: string | undefined
  readonly now: Clock
  readonly timeLimitMs: number
}

/** Encrypted, it still fits the 4096 bytes that every push service accepts. */
const maxBytes = 3 * 1024
/** Push services accept less than a day. */
const tokenLifeMs = 12 * hour
/** How long a push service keeps a message for a browser that is offline. Later it may be wrong. */
const lifeMs: { readonly [K in Message['kind']]?: number } = { shift_soon: hour, shift_tomorrow: 6 * hour }

// A plain 200 would be the page of a proxy.
const accepted = [201, 202]
const gone = [404, 410]
const rejected = [400, 413]

/** Notifications of browsers (RFC 8030, 8291, 8292). The browser names its push service, so that address is not trusted. */
export function webPush({ keys, publicUrl, service, now, timeLimitMs }: PushOptions): PushChannel {
  const { sign: key, publicKey } = parsePushKeys(keys)

  /** Tells one push service who we are (VAPID). */
  function authorization(audience: string): string {
    const expires = Math.floor((now() + tokenLifeMs) / second)
    const claims = { aud: audience, exp: expires, sub: publicUrl.replace(/^http:/, 'https:') }
    const token = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => base64url(JSON.stringify(part))).join('.')
    const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${token}.${base64url(signature)}, k=${publicKey}`
  }

  const takes = (endpoint: string): boolean => {
    const url = URL.parse(endpoint)
    if (url === null || url.username || url.password) return false
    return url.origin === service || (url.protocol === 'https:' && !isPrivateHost(hostOf(url)))
  }

  return {
    publicKey,
    takes,
    async check() {
      // Each browser has its own push service, so only the key can be checked.
      authorization(publicUrl)
    },
    async send(to, message, signal) {
      if (!takes(to.endpoint)) throw new Trouble({ say: 'address_gone' }, { hopeless: true })
      const { origin, pathname, search } = new URL(to.endpoint)
      const { status } = await httpClient({ url: origin, privateToo: origin === service, timeLimitMs })({
        method: 'POST',
        path: pathname + search,
        body: await encrypt(to, pushPayload(message)),
        headers: {
          authorization: authorization(origin),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String((lifeMs[message.kind] ?? day) / second),
          urgency: message.kind === 'shift_soon' ? 'high' : 'normal',
          // A repeat replaces the message that still waits there.
          topic: createHash('sha256').update(message.id).digest('base64url').slice(0, 32),
        },
        expect: [...accepted, ...gone, ...rejected],
        signal,
      }).catch((error: unknown) => {
        // The name resolves to a private network. No push service will ever be there.
        if (error instanceof Trouble && error.what.say === 'private_address')
          throw new Trouble({ say: 'address_gone' }, { hopeless: true, cause: error })
        throw error
      })
      if (gone.includes(status)) throw new Trouble({ say: 'address_gone' }, { hopeless: true })
      if (rejected.includes(status)) throw new Trouble({ say: 'refused', status }, { hopeless: true })
    },
  }
}

const base64url = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Invalid keys cannot be a browser's, so the address is dropped. */
async function encrypt({ endpoint, p256dh, auth }: PushAddress, content: Uint8Array): Promise<Uint8Array> {
  // Loaded with the first message, because most starts send none.
  const { encryptNotification } = await import('@block65/webcrypto-web-push')
  const browser = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  return encryptNotification(browser, content).catch((cause: unknown) => {
    throw new Trouble({ say: 'address_gone' }, { hopeless: true, cause })
  })
}

/** The JSON that `web/worker.js` reads. Long texts are cut; the page shows them whole. */
export function pushPayload({ id, lang, subject, texts, link }: Message): Uint8Array {
  const { pathname, search } = new URL(link)
  const title = [...subject].slice(0, 200).join('')
  const characters = [...texts.join('\n\n')]
  const payload = (length: number) => {
    const body = length < characters.length ? `${characters.slice(0, length).join('')}…` : characters.join('')
    return Buffer.from(JSON.stringify({ id, lang, title, body, path: pathname + search }))
  }
  let length = Math.min(characters.length, maxBytes)
  while (payload(length).length > maxBytes) length = Math.floor(length * 0.9)
  return payload(length)
}
