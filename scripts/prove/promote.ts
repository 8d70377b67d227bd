import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ownPostgres, standbyOf } from '../../test/support/postgres.ts'
import { diskFolder } from '../shared/figures.ts'
import { defineProof, expect, say } from '../shared/proof.ts'
import { Service } from '../shared/service.ts'
import { writeFeedback } from '../shared/writers.ts'

const limitMs = 5000
const portOf = (url: string) => Number(new URL(url).port)

/**
 * Cuts a PostgreSQL under load off from the standby that follows it, kills it, promotes the standby, and looks whether
 * everything that was answered with success is there, and how soon writes continue. The service is not restarted; its address
 * of the database stays the same, as with any proxy or floating address in front of two servers. With `--hole` the primary
 * does not wait for its standby: this shows that a loss would be seen.
 */
export const proof = defineProof({
  options: { connections: 64, seconds: 8, hole: false },
  async run({ connections, seconds, hole }) {
    await using primary = await ownPostgres(hole ? [] : ['synchronous_standby_names=beside'])
    const at = (port: number) => primary.url.replace(/\d+$/, String(port))
    await using between = new SwitchableProxy(portOf(primary.url))
    await using standby = await standbyOf(primary, 'beside', at(await between.listen()))
    await using proxy = new SwitchableProxy(portOf(primary.url))
    using folder = diskFolder()
    await using service = await Service.launch({
      dataDir: join(folder.dir, 'data'),
      env: { DATABASE_URL: `${at(await proxy.listen())}/postgres` },
    })
    const answered = new Map<string, number>()
    const note = (content: string) => void answered.set(content, performance.now())
    let over = false
    const writers = Array.from({ length: connections }, (_, i) =>
      writeFeedback(service.url, `w${i}`, note, { isOver: () => over }),
    )
    await pause(seconds * 500)
    // The standby falls behind first: whatever is answered from here on without it is what would be lost.
    between.cut()
    await pause(500)
    const before = answered.size
    killWhole(primary.pid())
    const killed = performance.now()
    await ask(standby.url, 'select pg_promote()')
    proxy.switchTo(portOf(standby.url))
    const promoted = performance.now()
    say(
      `${before} writes answered; the primary is dead, the standby promoted after ${(promoted - killed).toFixed(0)} ms`,
    )
    await pause(seconds * 500)
    over = true
    await Promise.all(writers)
    const there = new Set((await ask(standby.url, 'select content from feedback')).map(({ content }) => content))
    const lost = [...answered.keys()].filter((content) => !there.has(content))
    const resumed = Math.min(...[...answered.values()].filter((at) => at > promoted)) - promoted
    expect(before > 0 && lost.length === 0, `${answered.size} writes answered in all, ${lost.length} of them lost`)
    expect(resumed <= limitMs, `writes continued ${resumed.toFixed(0)} ms after the promotion (at most ${limitMs})`)
  },
})

/** A TCP proxy whose target can be changed while it runs. */
class SwitchableProxy implements AsyncDisposable {
  readonly #open = new Set<Socket>()
  readonly #server = createServer((socket) => {
    if (this.#port === undefined) return void socket.destroy()
    const behind = connect(this.#port, '127.0.0.1')
    for (const end of [socket, behind]) {
      this.#open.add(end)
      end
        .on('error', () => {})
        .once('close', () => {
          this.#open.delete(end)
          socket.destroy()
          behind.destroy()
        })
    }
    return void socket.pipe(behind).pipe(socket)
  })
  #port: number | undefined

  constructor(port: number) {
    this.#port = port
  }
  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port // listening on TCP, so it is one
  }
  switchTo(port: number): void {
    this.#port = port
  }
  cut(): void {
    this.#port = undefined
    for (const socket of this.#open) socket.destroy()
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#server.close()
  }
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The first process of a server and all it has started. */
function killWhole(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  for (const one of [pid, ...children]) process.kill(one, 'SIGKILL')
}
