import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Selects data on one of the connections, which are numbered. */
export type StatementFilter = (text: string, connection: number) => boolean

/** A proxy for PostgreSQL that a test can cut: completely, or for chosen statements or their responses. */
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
      // The server responds after it has executed the statement.
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
  /** Accepts connections again after a cut. */
  const open = async () => void (server.listening || (await listen(port)))
  return {
    url: url.href,
    cut,
    /** Accepts connections, and breaks them before a selected statement is forwarded. */
    cutWhere(said: StatementFilter) {
      stopped = said
    },
    /** Forwards selected statements, and breaks the connection before the response arrives. */
    loseAnswerWhere(said: StatementFilter) {
      unanswered = said
    },
    open,
    /** Routes new connections to this server. */
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
