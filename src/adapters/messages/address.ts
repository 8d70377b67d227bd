import { type HttpCall, type HttpClientOptions, httpClient } from '../http-client.ts'

const anyStatus = Array.from({ length: 500 }, (_, i) => 100 + i)

/** Splits an address that may have a query of its own. */
export function splitAddress(address: string): {
  readonly url: string
  readonly query: NonNullable<HttpCall['query']>
} {
  const { origin, pathname, searchParams } = new URL(address)
  return { url: origin + pathname, query: Object.fromEntries(searchParams) }
}

/** Checks that a server answers, without sending it the key or a message. Any status counts. */
export function reachabilityCheck(where: HttpClientOptions) {
  const ask = httpClient({ ...where, url: new URL(where.url).origin })
  return async (signal?: AbortSignal): Promise<void> => {
    await ask({ method: 'HEAD', path: '/', expect: anyStatus, signal })
  }
}
