import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { hostOf, isLoopback } from '#config/address.ts'
import { httpVariables } from '#config/http.ts'
import type { Environment } from '#config/values.ts'
import { CommandError } from './commands/command.ts'

export interface LanAddress {
  readonly address: string
  /** The name of the network interface, such as `wlan0`. */
  readonly name: string
}

/** The environment of a service that the devices in the same network can reach, and what to say about its address. */
export async function lanEnvironment(env: Environment): Promise<{ env: Environment; notes: string[] }> {
  const set = (name: string) => env[name]?.trim() || undefined
  const host = set('HOST')
  const HOST = host === undefined || isLoopback(host) ? '0.0.0.0' : host
  const publicUrl = set('PUBLIC_URL')
  if (publicUrl) {
    const url = URL.parse(publicUrl)
    if (url && isLoopback(hostOf(url)))
      throw new CommandError(`PUBLIC_URL is ${publicUrl}, which no other device can open. Leave it out with --lan.`)
    return { env: { ...env, HOST }, notes: [] }
  }
  const found = lanAddresses(networkInterfaces(), await outgoingAddress())
  const chosen = HOST === '0.0.0.0' || HOST === '::' ? found[0]?.address : HOST
  if (!chosen)
    throw new CommandError(
      'This machine is not connected to a network, so other devices cannot reach it. Connect it, or start without --lan.',
    )
  const port = set('PORT') ?? httpVariables.PORT.default
  const urlOf = (address: string) => `http://${address}:${port}`
  const others = found.filter(({ address }) => address !== chosen)
  return { env: { ...env, HOST, PUBLIC_URL: urlOf(chosen) }, notes: others.length > 0 ? [otherAddresses()] : [] }

  function otherAddresses(): string {
    const list = others.map(({ address, name }) => `${address} (${name})`).join(', ')
    return `This machine has other addresses too: ${list}.
If phones cannot open the link, stop Fettle and choose another one: PUBLIC_URL=${urlOf(others[0]?.address ?? '')} npm start -- --lan`
  }
}

/** IPv4 addresses of this machine that others may reach, the likeliest first: the one that leads out of the network, then private ones. */
export function lanAddresses(
  interfaces: ReturnType<typeof networkInterfaces>,
  outgoing: string | undefined,
): LanAddress[] {
  const rank = ({ address, name }: LanAddress) =>
    address === outgoing ? 0 : virtual.test(name) ? 3 : privateIPv4.test(address) ? 1 : 2
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) =>
      addresses
        .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
        .map(({ address }) => ({ address, name })),
    )
    .sort((a, b) => rank(a) - rank(b))
}

const privateIPv4 = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/
/** Interfaces of containers, virtual machines and tunnels. */
const virtual = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|tun|tap|utun|wg|zt|tailscale)/i

/** The address from which this machine sends to other networks. Connecting a UDP socket asks the routing table and sends nothing. */
async function outgoingAddress(): Promise<string | undefined> {
  const socket = createSocket('udp4')
  try {
    socket.connect(9, '203.0.113.1')
    await once(socket, 'connect')
    return socket.address().address
  } catch {
    return undefined // there is no route
  } finally {
    socket.close()
  }
}
