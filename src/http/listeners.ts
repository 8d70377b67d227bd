import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/**
 * From each listener libuv takes one new connection a turn of the event loop, however many wait, and under load a turn is
 * long: newcomers would wait for seconds, even to be refused. Where the system can spread connections over listeners
 * on one port, there are several.
 */
const canShare = process.platform === 'linux'
const helpers = 15

export interface Listening {
  readonly host: string
  readonly port: number
  readonly backlog: number
  readonly reusePort?: boolean
}

/** How to open the first listener, so that others can stand beside it. Throws if the port is taken, also by one of our kind. */
export async function firstListener(host: string, port: number): Promise<Listening> {
  const options = { host, port, backlog: 4096 }
  if (!canShare) return options
  // A port that can be shared could be shared by another Fettle without anybody noticing.
  const probe = createServer().listen(options)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
  return { ...options, reusePort: true }
}

/** Opens the others, which hand what they take to the first. */
export async function openHelpers(first: HttpServer): Promise<Server[]> {
  if (!canShare) return []
  const { address, port } = first.address() as AddressInfo // listening on TCP, so it is one
  const opened = Array.from({ length: helpers }, () => {
    const helper = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => first.emit('connection', socket))
    return helper.listen({ host: address, port, backlog: 4096, reusePort: true })
  })
  await Promise.all(opened.map((helper) => once(helper, 'listening')))
  return opened
}

/** Resolves when they take no more and what they took has ended. */
export async function closeHelpers(opened: readonly Server[]): Promise<void> {
  await Promise.all(opened.map((helper) => new Promise((resolve) => helper.close(resolve))))
}
