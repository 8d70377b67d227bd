import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a PostgreSQL that can be cut: for everybody, or for whoever says what must not get through. */
export async function databaseLine(address: string) {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let stopped: (said: string) => boolean = () => false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.on('data', (bytes: Buffer) => stopped(bytes.toString('latin1')) && near.destroy())
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).once('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port // listening on TCP, so it is one
  }
  const port = await listen(0)
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    /** Connections are made, and break when something is said on them that must not get through. */
    cutWhere(said: (text: string) => boolean) {
      stopped = said
    },
    async mend() {
      stopped = () => false
      if (!server.listening) await listen(port)
    },
    async [Symbol.asyncDispose]() {
      cut()
    },
  }
}
