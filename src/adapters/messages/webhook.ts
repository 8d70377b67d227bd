import type { EventHook } from '#service/shared/ports.ts'
import { standardWebhook, type WebhookOptions } from '../external/standard-webhook.ts'
import { reachabilityCheck, splitAddress } from './address.ts'

/** A program that receives events by Standard Webhooks. */
export function eventHook(options: Omit<WebhookOptions, 'query'>): EventHook {
  const { privateToo, timeLimitMs } = options
  const tell = standardWebhook({ ...options, ...splitAddress(options.url) })
  return {
    check: reachabilityCheck({ url: options.url, privateToo, timeLimitMs }),
    async send({ id, type, at, data }, signal) {
      await tell(id, type, at, data, signal)
    },
  }
}
