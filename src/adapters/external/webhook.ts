import type { ExternalSystem, RemoteTicket } from '#service/shared/ports.ts'
import { standardWebhook, type WebhookOptions } from './standard-webhook.ts'

/** A program that keeps tickets and handles each `webhook-id` once. */
export function webhookTickets(options: WebhookOptions): ExternalSystem {
  const { now } = options
  const tell = standardWebhook(options)

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

/** A receiver may answer `{ id, url }`. Any other answer also means that it took the ticket. */
function remoteIn(answer: string): RemoteTicket | undefined {
  try {
    const { id, url } = JSON.parse(answer) as { id?: unknown; url?: unknown } // both are checked below
    const named = typeof id === 'number' ? String(id) : id
    if (typeof named !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,64}$/u.test(named)) return undefined
    const link = typeof url === 'string' && url.length <= 1000 ? URL.parse(url) : null
    return { id: named, url: link && /^https?:$/.test(link.protocol) ? link.href : undefined }
  } catch {
    return undefined
  }
}
