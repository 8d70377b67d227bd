import type { Ask, PeerOptions } from '../external/peer.ts'
import { peer } from '../external/peer.ts'

const anyStatus = Array.from({ length: 500 }, (_, i) => 100 + i)

/** An address whose query belongs to it, as it is called. */
export function called(address: string): { readonly url: string; readonly query: NonNullable<Ask['query']> } {
  const { origin, pathname, searchParams } = new URL(address)
  return { url: origin + pathname, query: Object.fromEntries(searchParams) }
}

/** Whether a server is there and is who it says, without the key and without sending anything: whatever it answers is an answer. */
export function reach(where: PeerOptions) {
  const ask = peer({ ...where, url: new URL(where.url).origin })
  return async (signal?: AbortSignal): Promise<void> => {
    await ask({ method: 'HEAD', path: '/', expect: anyStatus, signal })
  }
}
