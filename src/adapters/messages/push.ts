import { createHash, sign } from 'node:crypto'
import { type Clock, day, hour, second } from '#kit/time.ts'
import type { Message, PushAddress, PushChannel } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { httpClient } from '../http-client.ts'
import { hostIn, isPrivateHost } from '../private-address.ts'
import { parsePushKeys } from './push-keys.ts'

export interface PushOptions {
  /** As `newPushKeys` made them. */
  readonly keys: string
  readonly publicUrl: string
  /** The origin of a push service of the team's own: the only one that may be in a private network. */
  readonly service: string | undefined
  readonly now: Clock
  readonly timeLimitMs: number
}

/** What the service worker is told; encrypted it fills the 4096 bytes that every push service takes. */
const mostBytes = 3 * 1024
/** Push services want less than a day. */
const tokenLifeMs = 12 * hour
/** So long a push service keeps it for a browser that is away; later it may not be true any more. */
const lifeMs: { readonly [K in Message['kind']]?: number } = { shift_soon: hour, shift_tomorrow: 6 * hour }

// A plain 200 is the page of somebody between.
const taken = [201, 202]
const gone = [404, 410]
const never = [400, 413]

/** Notifications of browsers (RFC 8030, 8291, 8292). Each browser has its own push service, whose address is a stranger's word. */
export function webPush({ keys, publicUrl, service, now, timeLimitMs }: PushOptions): PushChannel {
  const { sign: key, publicKey } = parsePushKeys(keys)

  /** Says to one push service who we are, and where somebody is who answers for it. */
  function authorization(audience: string): string {
    const expires = Math.floor((now() + tokenLifeMs) / second)
    const claims = { aud: audience, exp: expires, sub: publicUrl.replace(/^http:/, 'https:') }
    const said = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => encoded(JSON.stringify(part))).join('.')
    const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${said}.${encoded(signature)}, k=${publicKey}`
  }

  const takes = (endpoint: string): boolean => {
    const url = URL.parse(endpoint)
    if (url === null || url.username || url.password) return false
    return url.origin === service || (url.protocol === 'https:' && !isPrivateHost(hostIn(url)))
  }

  return {
    publicKey,
    takes,
    async check() {
      // Nobody to ask: each browser brings its own push service. What we have for all of them is the key.
      authorization(publicUrl)
    },
    async send(to, message, signal) {
      if (!takes(to.endpoint)) throw new Trouble({ say: 'address_gone' }, { hopeless: true })
      const { origin, pathname, search } = new URL(to.endpoint)
      const { status } = await httpClient({ url: origin, privateToo: origin === service, timeLimitMs })({
        method: 'POST',
        path: pathname + search,
        body: await encrypted(to, pushPayload(message)),
        headers: {
          authorization: authorization(origin),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String((lifeMs[message.kind] ?? day) / second),
          urgency: message.kind === 'shift_soon' ? 'high' : 'normal',
          // A repeat takes the place of the one that still waits there.
          topic: createHash('sha256').update(message.id).digest('base64url').slice(0, 32),
        },
        expect: [...taken, ...gone, ...never],
        signal,
      }).catch((error: unknown) => {
        // Its name leads into a private network: no push service is there, now or later.
        if (error instanceof Trouble && error.what.say === 'private_address')
          throw new Trouble({ say: 'address_gone' }, { hopeless: true, cause: error })
        throw error
      })
      if (gone.includes(status)) throw new Trouble({ say: 'address_gone' }, { hopeless: true })
      if (never.includes(status)) throw new Trouble({ say: 'refused', status }, { hopeless: true })
    },
  }
}

const encoded = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64url')

/** For this browser alone. Keys that are none were never a browser's. */
async function encrypted({ endpoint, p256dh, auth }: PushAddress, content: Uint8Array): Promise<Uint8Array> {
  // Loaded with the first message: most teams start without one.
  const { encryptNotification } = await import('@block65/webcrypto-web-push')
  const browser = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  return encryptNotification(browser, content).catch((cause: unknown) => {
    throw new Trouble({ say: 'address_gone' }, { hopeless: true, cause })
  })
}

/** What `web/worker.js` reads. Texts are cut where they are too long; the page has all of them. */
export function pushPayload({ id, lang, subject, texts, link }: Message): Uint8Array {
  const { pathname, search } = new URL(link)
  const title = [...subject].slice(0, 200).join('')
  const signs = [...texts.join('\n\n')]
  const content = (most: number) => {
    const body = most < signs.length ? `${signs.slice(0, most).join('')}…` : signs.join('')
    return Buffer.from(JSON.stringify({ id, lang, title, body, path: pathname + search }))
  }
  let most = Math.min(signs.length, mostBytes)
  let bytes = content(most)
  while (bytes.length > mostBytes) {
    most = Math.floor(most * 0.9)
    bytes = content(most)
  }
  return bytes
}
