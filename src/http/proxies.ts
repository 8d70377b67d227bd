import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The proxies whose `X-Forwarded-For` is believed: addresses, and networks such as `10.0.0.0/8`. */
export class Proxies {
  readonly #trusted = new BlockList()

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/')
      if (bits === undefined) this.#trusted.addAddress(address, familyOf(address))
      else this.#trusted.addSubnet(address, Number(bits), familyOf(address))
    }
  }

  /** The address a request comes from: the last one on its way that is not a trusted proxy's. */
  clientOf({ socket, headers }: IncomingMessage): string {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .flatMap((address) => address.trim() || [])
    let client = socket.remoteAddress ?? ''
    while (isIP(client) && this.#trusted.check(client, familyOf(client))) {
      const before = forwarded.pop()
      if (before === undefined) break
      client = before
    }
    return client
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
