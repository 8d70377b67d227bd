import type { IncomingHttpHeaders } from 'node:http'
import { hostOf, isLoopback } from '#config/address.ts'

/**
 * True if the request names this machine or the public address as its host. Another site can point its own name to loopback (DNS
 * rebinding), but then its requests name that site. Programs other than browsers may send no host.
 */
export function isOwnHost({ host }: IncomingHttpHeaders, publicUrl: URL): boolean {
  if (host === undefined) return true
  const [, name = ''] = /^(\[[^\]]+\]|[^:@/?#]+)(?::\d*)?$/.exec(host.toLowerCase()) ?? []
  const address = name.replace(/^\[|\]$/g, '')
  return isLoopback(address) || address === hostOf(publicUrl)
}
