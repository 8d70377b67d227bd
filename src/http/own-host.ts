import type { IncomingHttpHeaders } from 'node:http'
import { hostOf, isLoopback } from '#config/address.ts'

/**
 * Whether a request was sent to this machine or to the public address by name. A page of another site can have its own name point to
 * loopback (DNS rebinding); its requests then name that site. What is no browser may name no host.
 */
export function isOwnHost({ host }: IncomingHttpHeaders, publicUrl: URL): boolean {
  if (host === undefined) return true
  const [, name = ''] = /^(\[[^\]]+\]|[^:@/?#]+)(?::\d*)?$/.exec(host.toLowerCase()) ?? []
  const asked = name.replace(/^\[|\]$/g, '')
  return isLoopback(asked) || asked === hostOf(publicUrl)
}
