import { createHmac } from 'node:crypto'
import type { Clock } from '#kit/time.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpCall, type HttpClientOptions, httpClient } from '../http-client.ts'

export interface WebhookOptions extends HttpClientOptions {
  readonly query?: HttpCall['query']
  /** `whsec_…`. Every secret signs, so that the receiver can rotate them. */
  readonly secrets: readonly string[]
  readonly now: Clock
}

const success = Array.from({ length: 100 }, (_, i) => 200 + i)
const gone = 410

/** Sends a signed call by Standard Webhooks and returns the answer. The receiver handles each `webhook-id` once. */
export function standardWebhook({ secrets, now, query = {}, ...where }: WebhookOptions) {
  const ask = httpClient(where)
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

  return async (id: string, type: string, at: number, data: object, signal: AbortSignal | undefined) => {
    const body = JSON.stringify({ type, timestamp: timeOf(at), data })
    const seconds = Math.floor(now() / 1000)
    const signatures = keys.map((key) => {
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    const { status, text } = await ask({
      method: 'POST',
      path: '',
      query,
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
}

const timeOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 })
