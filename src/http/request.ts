import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { OutgoingResponse } from './answer.ts'
import type { Fields, RawField } from './call.ts'

export type Serve = (request: HttpRequest) => OutgoingResponse | Promise<OutgoingResponse>

/** The route of a request, and the fields in its address. */
export interface Target {
  /** The declared path (`/media/:name`) and its function. Undefined if the path is unknown or has not this method. */
  readonly route: string | undefined
  readonly serve: Serve | undefined
  /** The methods of a known path that has not this one, as in the header `Allow`. */
  readonly allow: string | undefined
  readonly params: Fields
  readonly query: readonly RawField[]
}

/** A request whose head has been read. */
export interface HttpRequest extends Target {
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  readonly raw: IncomingMessage
}

/** Finds the last address of a request that is not a trusted proxy's. Only trusted proxies are believed about `X-Forwarded-For`. */
export function clientAddressFinder(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList()
  for (const network of trusted) {
    const [address = '', bits = isIP(address) === 6 ? 128 : 32] = network.split('/')
    proxies.addSubnet(address, Number(bits), familyOf(address))
  }
  const isProxy = (address: string) => isIP(address) > 0 && proxies.check(address, familyOf(address))
  return ({ socket: { remoteAddress = '' }, headers }) => {
    if (trusted.length === 0 || !isProxy(remoteAddress)) return remoteAddress
    const before = String(headers['x-forwarded-for'] ?? '').split(',')
    const path = [...before.flatMap((address) => address.trim() || []), remoteAddress]
    return path.findLast((address) => !isProxy(address)) ?? path[0] ?? ''
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
