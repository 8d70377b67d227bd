import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

/**
 * libuv accepts one connection per listener and turn of the event loop. Under load a turn is long, so with one listener new clients would
 * wait for seconds. On Linux several listeners share the port.
 */
const canShare = process.platform === 'linux'
const extraListeners = 15

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly backlog: number
  readonly reusePort?: boolean
}

/** Options of the first listener, so that others can share its port. Throws if the port is in use, also by another Fettle. */
export async function listenOptions(host: string, port: number): Promise<ListenOptions> {
  const options = { host, port, backlog: 4096 }
  if (!canShare) return options
  // With `reusePort`, a second Fettle would silently share the port.
  await assertPortFree(host, port)
  return { ...options, reusePort: true }
}

/**
 * Throws if the port cannot be bound. It binds without listening, by connecting from the port to itself: a load balancer would connect to
 * a listener, and its requests would be lost when that closes.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const { address } = await lookup(host)
  const probe = connect({ host: address, port, localAddress: address, localPort: port })
  try {
    await once(probe, 'connect')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'bind') throw error // sockets throw system errors
  } finally {
    probe.resetAndDestroy() // leaves no socket in TIME_WAIT
  }
}

/** Opens the extra listeners, which hand their connections to the first. */
export async function openExtraListeners(first: HttpServer, host: string): Promise<Server[]> {
  const { address, port } = first.address() as AddressInfo // it listens on TCP
  // This name usually means an IPv4 and an IPv6 address, and clients may use either.
  const named = host === 'localhost' ? await lookup(host, { all: true }).catch(() => []) : []
  const further = named.flatMap((one) => (one.address === address ? [] : one.address))
  const hosts = [...Array.from({ length: canShare ? extraListeners : 0 }, () => address), ...further]
  const opened = hosts.map(async (host) => {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => first.emit('connection', socket))
    await once(server.listen({ host, port, backlog: 4096, reusePort: canShare }), 'listening')
    return server
  })
  return (await Promise.allSettled(opened)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Resolves when all connections of these listeners have ended. */
export async function closeListeners(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
}
