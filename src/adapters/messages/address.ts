import type { HttpCall, HttpClientOptions } from '../http-client.ts'
import { httpClient } from '../http-client.ts'

const anyStatus = Array.from({ length: 500 }, (_, i) => 100 + i)

/** An address whose query belongs to it, as it is called. */
export function splitAddress(address: string): {
  readonly url: string
  readonly query: NonNullable<HttpCall['query']>
} {
  const { origin, pathname, searchParams } = new URL(address)
  return { url: origin + pathname, query: Object.fromEntries(searchParams) }
}

/** Whether a server is there and is who it says, without the key and without sending anything: whatever it answers is an answer. */
export function reachabilityCheck(where: HttpClientOptions) {
  const ask = httpClient({ ...where, url: new URL(where.url).origin })
  return async (signal?: AbortSignal): Promise<void> => {
    await ask({ method: 'HEAD', path: '/', expect: anyStatus, signal })
  }
}
