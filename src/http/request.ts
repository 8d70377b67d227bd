import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { OutgoingResponse } from './answer.ts'
import type { Field, Fields } from './call.ts'

export type Serve = (request: HttpRequest) => OutgoingResponse | Promise<OutgoingResponse>

/** What its target says of a request. */
export interface Target {
  /** The path as it was declared (`/media/:name`) and who serves it; nothing where there is none with this method. */
  readonly route: string | undefined
  readonly serve: Serve | undefined
  /** For a known path without this method: those it has, as the header `Allow` lists them. */
  readonly allow: string | undefined
  readonly params: Fields
  readonly query: readonly Field[]
}

/** A request whose head has been read. */
export interface HttpRequest extends Target {
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The address it comes from. */
  readonly ip: string
  readonly raw: IncomingMessage
}

/** Finds the last address on the way of a request that is not a trusted proxy's: of those `X-Forwarded-For` is believed. */
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
    const way = [...before.flatMap((address) => address.trim() || []), remoteAddress]
    return way.findLast((address) => !isProxy(address)) ?? way[0] ?? ''
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
