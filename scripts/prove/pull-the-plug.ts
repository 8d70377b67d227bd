import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeFeedback } from '../shared/client.ts'
import { diskFolder } from '../shared/figures.ts'
import { defineProof, expect, say } from '../shared/proof.ts'
import { type Launch, Service } from '../shared/service.ts'

const startLimitMs = 2000
// The wrong service of the test answers a login before the session exists.
const retryOn = [401, 503]

/** `test/store/kill-under-load.test.ts` does the same with fewer rounds, and shows that a loss would be found. */
export const proof = defineProof({
  options: { rounds: 20, connections: 64 },
  async run({ rounds, connections }) {
    using folder = diskFolder()
    const options = { rounds, connections, dataDir: join(folder.dir, 'data'), tell: say }
    const { answered, lost, halves, damage, slowestStartMs } = await pullThePlug(options)
    expect(
      answered > 0 && lost.length === 0 && halves === 0,
      `${answered} writes answered with success on ${folder.fileSystem}, ${lost.length} of them lost, ${halves} half done`,
    )
    expect(damage === undefined, `integrity check: ${damage ?? 'ok'}`)
    expect(
      slowestStartMs <= startLimitMs,
      `slowest start after a kill: ${slowestStartMs.toFixed(0)} ms (at most ${startLimitMs})`,
    )
  },
})

interface PlugOptions extends Launch {
  readonly rounds: number
  readonly connections: number
  readonly tell?: (line: string) => void
}

/**
 * In each round, on the same database: starts the service, lets many people write at once, kills its whole process group at a random
 * moment, starts it again, and counts the writes that were answered with success and are missing.
 */
export async function pullThePlug({ rounds, connections, tell = () => {}, ...launch }: PlugOptions) {
  const file = join(launch.dataDir, 'fettle.db')
  const answered = new Set<string>()
  let slowestStartMs = 0
  for (let round = 1; round <= rounds; round += 1) {
    await using service = await Service.launch(launch)
    const before = answered.size
    // Counted in answers instead of milliseconds, because a busy machine may answer hardly anything in a given time.
    const enough = before + 20 + Math.random() * 400
    const { promise: moment, resolve } = Promise.withResolvers<void>()
    const answer = (content: string) => {
      if (answered.add(content).size >= enough) resolve()
    }
    const writing = Array.from({ length: connections }, (_, i) =>
      writeFeedback(service.url, `${round}-${i}`, answer, { again: retryOn }).catch(() => {}),
    )
    await Promise.race([moment, Promise.all(writing)])
    await service.end('SIGKILL')
    await Promise.all(writing)
    const began = performance.now()
    await using again = await Service.launch(launch)
    const tookMs = performance.now() - began
    slowestStartMs = Math.max(slowestStartMs, tookMs)
    await again.end('SIGKILL')
    const missing = lostIn(file, answered).length
    tell(`round ${round}: ${answered.size - before} answered, ${missing} lost, next start ${tookMs.toFixed(0)} ms`)
  }
  const { halves, damage } = inspectFile(file)
  return { answered: answered.size, lost: lostIn(file, answered), halves, damage, slowestStartMs }
}

function lostIn(file: string, answered: ReadonlySet<string>): string[] {
  using db = new DatabaseSync(file, { readOnly: true })
  const rows = db.prepare('select content from feedback').all()
  const there = new Set(rows.map(({ content }) => content))
  return [...answered].filter((content) => !there.has(content))
}

function inspectFile(file: string): { halves: number; damage: string | undefined } {
  using db = new DatabaseSync(file, { readOnly: true })
  const found = Object.values(db.prepare('pragma integrity_check(1)').get() ?? {})[0]
  // A feedback without its log entry, or a log entry without its feedback, is half a change.
  const { n } = db
    .prepare(
      `select (select count(*) from feedback where id not in (select after_id from log where target = 5))
            + (select count(*) from log where target = 5 and after_id not in (select id from feedback)) as n`,
    )
    .get() as { n: number } // a count has one row
  return { halves: n, damage: found === 'ok' ? undefined : String(found) }
}
