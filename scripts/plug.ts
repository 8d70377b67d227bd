import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Launch, Service } from './service.ts'
import { Wire } from './wire.ts'

export interface Pulling extends Launch {
  readonly rounds: number
  readonly connections: number
  readonly say?: (line: string) => void
}

/** What came of it; `lost` must be empty. */
export interface Pulled {
  readonly answered: number
  readonly lost: readonly string[]
  readonly halves: number
  readonly damage: string | undefined
  readonly slowestStartMs: number
}

/**
 * Starts the service, lets many people write at once, kills its whole process group at a random moment, starts it again
 * and looks whether everything that was answered with success is there; and that again and again on the same database.
 */
export async function pullThePlug({ rounds, connections, say = () => {}, ...launch }: Pulling): Promise<Pulled> {
  const file = join(launch.dataDir, 'fettle.db')
  const answered = new Set<string>()
  let slowestStartMs = 0
  for (let round = 1; round <= rounds; round += 1) {
    await using service = await Service.launch(launch)
    const before = answered.size
    // A number of answers, not of milliseconds: on a busy machine hardly anything might be answered by then.
    const enough = before + 20 + Math.random() * 400
    const { promise: moment, resolve } = Promise.withResolvers<void>()
    const answer = (content: string) => {
      if (answered.add(content).size >= enough) resolve()
    }
    const writing = Array.from({ length: connections }, (_, i) => write(service.url, `${round}-${i}`, answer))
    await Promise.race([moment, Promise.all(writing)])
    await service.end('SIGKILL')
    await Promise.all(writing)
    const began = performance.now()
    await using again = await Service.launch(launch)
    const tookMs = performance.now() - began
    slowestStartMs = Math.max(slowestStartMs, tookMs)
    await again.end('SIGKILL')
    const missing = lostIn(file, answered).length
    say(`round ${round}: ${answered.size - before} answered, ${missing} lost, next start ${tookMs.toFixed(0)} ms`)
  }
  const { halves, damage } = examined(file)
  return { answered: answered.size, lost: lostIn(file, answered), halves, damage, slowestStartMs }
}

/** Writes one feedback after the other until the connection breaks. */
async function write(url: string, name: string, answered: (content: string) => void): Promise<void> {
  using wire = new Wire(url)
  try {
    const token = await wire.login(name)
    for (let i = 0; ; i += 1) {
      const content = `${name}-${i}`
      const { status } = await wire.post('/report', { token, content })
      if (status === 200) answered(content)
    }
  } catch {
    // The plug is out.
  }
}

function lostIn(file: string, answered: ReadonlySet<string>): string[] {
  using db = new DatabaseSync(file, { readOnly: true })
  const there = new Set(
    db
      .prepare('select content from feedback')
      .all()
      .map((row) => row['content']),
  )
  return [...answered].filter((content) => !there.has(content))
}

function examined(file: string): { halves: number; damage: string | undefined } {
  using db = new DatabaseSync(file, { readOnly: true })
  const found = Object.values(db.prepare('pragma integrity_check(1)').get() ?? {})[0]
  // A feedback without its entry in the log, or the other way round, is half a change.
  const { n } = db
    .prepare(
      `select (select count(*) from feedback where id not in (select after_id from log where target = 5))
            + (select count(*) from log where target = 5 and after_id not in (select id from feedback)) as n`,
    )
    .get() as { n: number } // one row, as counts have
  return { halves: n, damage: found === 'ok' ? undefined : String(found) }
}
