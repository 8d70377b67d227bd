import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ownPostgres, queryOnce, standbyOf } from '../../test/support/postgres.ts'
import { postgresProxy } from '../../test/support/postgres-proxy.ts'
import { writeFeedback } from '../shared/client.ts'
import { diskFolder } from '../shared/figures.ts'
import { defineProof, expect, say } from '../shared/proof.ts'
import { Service } from '../shared/service.ts'

const limitMs = 5000

/**
 * Cuts a PostgreSQL under load off from its synchronous standby, kills it and promotes the standby. Every write that was answered
 * with success must be there, and writes must continue soon. The service is not restarted, and the address of its database stays
 * the same, as with a proxy or a floating address in front of two servers. With `--hole` the primary does not wait for its
 * standby: this shows that a loss would be seen.
 */
export const proof = defineProof({
  options: { connections: 64, seconds: 8, hole: false },
  async run({ connections, seconds, hole }) {
    await using primary = await ownPostgres(hole ? [] : ['synchronous_standby_names=beside'])
    await using replication = await postgresProxy(primary.url)
    await using standby = await standbyOf(primary, 'beside', replication.url)
    await using line = await postgresProxy(`${primary.url}/postgres`)
    using folder = diskFolder()
    await using service = await Service.launch({ dataDir: join(folder.dir, 'data'), env: { DATABASE_URL: line.url } })
    const answered = new Map<string, number>()
    const note = (content: string) => void answered.set(content, performance.now())
    let over = false
    const writers = Array.from({ length: connections }, (_, i) =>
      writeFeedback(service.url, `w${i}`, note, { isOver: () => over }),
    )
    await pause(seconds * 500)
    // The standby falls behind first: a write that is answered without it from here on would be lost.
    replication.cut()
    await pause(500)
    const before = answered.size
    killWhole(primary.pid())
    const killed = performance.now()
    await queryOnce(`${standby.url}/postgres`, 'select pg_promote()')
    line.turnTo(standby.url)
    const promoted = performance.now()
    const tookMs = (promoted - killed).toFixed(0)
    say(`${before} writes answered; the primary was killed, and the standby promoted ${tookMs} ms later`)
    await pause(seconds * 500)
    over = true
    await Promise.all(writers)
    const rows = await queryOnce(`${standby.url}/postgres`, 'select content from feedback')
    const there = new Set(rows.map(({ content }) => content))
    const lost = [...answered.keys()].filter((content) => !there.has(content))
    const resumed = Math.min(...[...answered.values()].filter((at) => at > promoted)) - promoted
    expect(before > 0 && lost.length === 0, `${answered.size} writes answered in all, ${lost.length} of them lost`)
    expect(resumed <= limitMs, `writes continued ${resumed.toFixed(0)} ms after the promotion (at most ${limitMs})`)
  },
})

/** Kills the first process of a server and all processes it has started. */
function killWhole(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  for (const one of [pid, ...children]) process.kill(one, 'SIGKILL')
}
