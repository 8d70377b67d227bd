import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

/**
 * From each listener libuv takes one new connection a turn of the event loop, however many wait, and under load a turn is
 * long: newcomers would wait for seconds, even to be refused. Where the system can spread connections over listeners
 * on one port, there are several.
 */
const canShare = process.platform === 'linux'
const helpers = 15

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly backlog: number
  readonly reusePort?: boolean
}

/** How to open the first listener, so that others can stand beside it. Throws if the port is taken, also by one of our kind. */
export async function listenOptions(host: string, port: number): Promise<ListenOptions> {
  const options = { host, port, backlog: 4096 }
  if (!canShare) return options
  // A port that can be shared could be shared by another Fettle without anybody noticing.
  await assertPortFree(host, port)
  return { ...options, reusePort: true }
}

/**
 * Throws if the port cannot be had. Binds it without listening, by connecting from it to itself: balancers connect to whatever
 * listens, and a listener that closes again resets what they have sent, which they may not send to another node.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const { address } = await lookup(host)
  const probe = connect({ host: address, port, localAddress: address, localPort: port })
  try {
    await once(probe, 'connect')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'bind') throw error // a socket's errors are the system's
  } finally {
    probe.resetAndDestroy() // leaves nothing that waits on the port
  }
}

/** Opens the others, which hand what they take to the first. */
export async function openExtraListeners(first: HttpServer, host: string): Promise<Server[]> {
  const { address, port } = first.address() as AddressInfo // listening on TCP, so it is one
  // This name mostly stands for two addresses; whoever uses it may come to either, if the machine has both.
  const named = host === 'localhost' ? await lookup(host, { all: true }).catch(() => []) : []
  const further = named.flatMap((one) => (one.address === address ? [] : one.address))
  const opened = [...Array.from({ length: canShare ? helpers : 0 }, () => address), ...further].map(async (host) => {
    const helper = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => first.emit('connection', socket))
    await once(helper.listen({ host, port, backlog: 4096, reusePort: canShare }), 'listening')
    return helper
  })
  return (await Promise.allSettled(opened)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Resolves when they take no more and what they took has ended. */
export async function closeListeners(opened: readonly Server[]): Promise<void> {
  await Promise.all(opened.map((helper) => new Promise((resolve) => helper.close(resolve))))
}
