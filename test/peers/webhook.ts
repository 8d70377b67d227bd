import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface WebhookCall {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** The accepted events, each id once, in the order of arrival. */
  readonly told: readonly WebhookCall[]
  /** Ids as they came, repeated ones too. */
  readonly heard: readonly string[]
}

interface ReceiverOptions {
  readonly answer?: (told: WebhookCall) => object
  /** Answers another status than success, and accepts nothing. */
  readonly status?: () => number
  /** Accepts signatures of any age, because the sender has another clock. */
  readonly anyTime?: boolean
}

/**
 * A receiver of Standard Webhooks. It accepts only events with a valid signature, by the reference implementation, and
 * each id once.
 */
export async function webhookReceiver(
  secret: string,
  { answer = () => ({}), anyTime = false, status = () => 200 }: ReceiverOptions = {},
): Promise<Receiver> {
  const webhook = new Webhook(secret)
  const told: WebhookCall[] = []
  const heard: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const id = String(request.headers['webhook-id'])
      try {
        const headers = request.headers as Record<string, string> // ours come once
        if (!anyTime) webhook.verify(body, headers)
        const sent = new Date(Number(headers['webhook-timestamp']) * 1000)
        if (!headers['webhook-signature']?.split(' ').includes(webhook.sign(id, sent, body))) throw new Error('forged')
        const one = { ...(JSON.parse(body) as Omit<WebhookCall, 'id'>), id } // as it was signed
        if (status() !== 200) return void response.writeHead(status()).end()
        heard.push(id)
        if (!told.some((earlier) => earlier.id === id)) told.push(one)
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(one)))
      } catch {
        response.writeHead(401).end()
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    told,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
