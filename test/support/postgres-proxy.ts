import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What is said on one of the connections, each known by its number. */
export type StatementFilter = (text: string, connection: number) => boolean

/** A connection to PostgreSQL that a test can cut: completely, or for chosen statements or their answers. */
export async function postgresProxy(address: string) {
  let target = new URL(address)
  const sockets = new Set<Socket>()
  const never: StatementFilter = () => false
  let stopped = never
  let unanswered = never
  let connections = 0
  const server = createServer((near) => {
    connections += 1
    const connection = connections
    const far = connect(Number(target.port), target.hostname)
    near.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (stopped(text, connection)) return void near.destroy()
      // The server answers when it has done it.
      if (unanswered(text, connection))
        far
          .unpipe(near)
          .once('data', () => near.destroy())
          .resume()
      far.write(bytes)
    })
    near.on('end', () => far.end())
    far.pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
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
  /** Connections can be made again after a cut. */
  const open = async () => void (server.listening || (await listen(port)))
  return {
    url: url.href,
    cut,
    /** Connections are made, and break when something is said on them that must not get through. */
    cutWhere(said: StatementFilter) {
      stopped = said
    },
    /** What is said there is done, and the connection breaks before the answer comes back. */
    loseAnswerWhere(said: StatementFilter) {
      unanswered = said
    },
    open,
    /** New connections lead to this server from now on. */
    turnTo(other: string) {
      target = new URL(other)
    },
    async mend() {
      stopped = never
      unanswered = never
      await open()
    },
    async [Symbol.asyncDispose]() {
      cut()
    },
  }
}
