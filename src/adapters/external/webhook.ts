import { createHmac } from 'node:crypto'
import type { Clock } from '#kit/time.ts'
import { Trouble } from '#service/forwarding/trouble.ts'
import type { ExternalSystem, RemoteTicket } from '#service/ports.ts'
import { type PeerOptions, peer } from './peer.ts'

export interface WebhookOptions extends PeerOptions {
  /** `whsec_…`; each signs, so that the receiver can go from one to the next. */
  readonly secrets: readonly string[]
  readonly now: Clock
}

const success = Array.from({ length: 100 }, (_, i) => 200 + i)
const gone = 410

/** Standard Webhooks: what is promised is told to an address, signed; the receiver takes each `webhook-id` once. */
export function webhookTickets({ secrets, now, ...where }: WebhookOptions): ExternalSystem {
  const ask = peer(where)
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

  async function tell(id: string, type: string, at: number, data: object, signal: AbortSignal | undefined) {
    const body = JSON.stringify({ type, timestamp: timeOf(at), data })
    const seconds = Math.floor(now() / 1000)
    const signatures = keys.map((key) => {
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    const { status, text } = await ask({
      method: 'POST',
      path: '',
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatures.join(' '),
      },
      expect: [...success, gone],
      signal,
    })
    if (status === gone) throw new Trouble({ say: 'closed' }, { hopeless: true })
    return text
  }

  return {
    kind: 'webhook',
    async check(signal) {
      await tell(`fettle-check-${now()}`, 'fettle.check', now(), {}, signal)
    },
    find: undefined,
    async create({ ref, at, subject, text, link, facts }, signal) {
      const answer = await tell(ref, 'ticket.forwarded', at, { ref, subject, text, link, ...facts }, signal)
      return remoteIn(answer) ?? { id: ref, url: undefined }
    },
    async comment({ ref: ticket }, { ref, at, text }, signal) {
      await tell(ref, 'ticket.commented', at, { ref, ticket, text }, signal)
    },
  }
}

const timeOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 })

/** A receiver may answer `{ id, url }`; whatever else it answers, it has taken it. */
function remoteIn(answer: string): RemoteTicket | undefined {
  try {
    const { id, url } = JSON.parse(answer) as { id?: unknown; url?: unknown } // each is looked at
    const named = typeof id === 'number' ? String(id) : id
    if (typeof named !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,64}$/u.test(named)) return undefined
    const link = typeof url === 'string' && url.length <= 1000 ? URL.parse(url) : null
    return { id: named, url: link && /^https?:$/.test(link.protocol) ? link.href : undefined }
  } catch {
    return undefined
  }
}
