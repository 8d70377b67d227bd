import type { DialectName } from '#store/engine/whole-database.ts'
import { ownPostgres } from '../../test/support/postgres.ts'
import { interleaved, median, timed } from '../shared/figures.ts'
import { defineProof, say, showProgress } from '../shared/proof.ts'
import { Service } from '../shared/service.ts'
import { calls, type MeasuredCall, warmUp } from './million/calls.ts'
import { type Crowd, crowd } from './million/crowd.ts'

const startsWithinMs = 1000
const startRounds = 5

/**
 * Builds one team with few tickets and one with very many, sends both the same calls by turns over HTTP, and compares the
 * medians. `million/calls.ts` has the limits: most calls may take at most 1.5 times as long with very many tickets. Then measures
 * the start of a process with very many tickets.
 */
export const proof = defineProof({
  options: { few: 10_000, many: 1_000_000, rounds: 101 },
  parts: ['sqlite', 'postgres'],
  async run(options, parts) {
    if (parts.includes('sqlite')) await compare('sqlite', undefined, options)
    if (!parts.includes('postgres')) return
    await using server = await ownPostgres(['fsync=on', 'shared_buffers=512MB', 'max_wal_size=4GB'])
    await compare('postgres', server.url, options)
  },
})

interface Sizes {
  readonly few: number
  readonly many: number
  readonly rounds: number
}

async function compare(kind: DialectName, url: string | undefined, sizes: Sizes): Promise<void> {
  const build = (name: 'few' | 'many') =>
    crowd(url, sizes[name], (done) => showProgress(`${kind}: ${name} ${done} of ${sizes[name]} tickets`))
  await using few = await build('few')
  await using many = await build('many')
  say(`\n\n${kind}: medians of ${sizes.rounds} calls in ms\n`)
  say(`| call | ${sizes.few} tickets | ${sizes.many} tickets | ratio | limit |\n|---|---|---|---|---|`)
  for (const call of calls) {
    const rounds = { rounds: sizes.rounds, warmUp }
    const times = await interleaved(
      rounds,
      (round) => ask(few, call, round),
      (round) => ask(many, call, round),
    )
    line(call.name, median(times[0]), median(times[1]), call.limit, call.most?.[kind])
  }
  await many.stop()
  await startTime(many, 'SIGTERM') // leaves its compiled code behind
  const [afterStop, afterKill] = await interleaved(
    { rounds: startRounds, warmUp: 0 },
    () => startTime(many, 'SIGKILL'),
    () => startTime(many, 'SIGTERM'),
  )
  line('start after a stop', undefined, median(afterStop), undefined, startsWithinMs)
  line('start after a kill', undefined, median(afterKill), undefined, startsWithinMs)
}

/** The milliseconds from the start of a process to its first list. It ends with changes in the log. */
async function startTime(crowd: Crowd, end: 'SIGKILL' | 'SIGTERM'): Promise<number> {
  const began = performance.now()
  await using service = await Service.launch({ dataDir: crowd.dataDir, env: crowd.env })
  const started = { ...crowd, url: service.url }
  for (const call of calls) if (call.name === 'list page 1') await ask(started, call, 0)
  const took = performance.now() - began
  for (const call of calls) if (call.name === 'create') await ask(started, call, 0)
  await service.end(end)
  return took
}

async function ask(crowd: Crowd, call: MeasuredCall, round: number): Promise<number> {
  const request = call.ask(crowd, round)
  return timed(async () => {
    const response = await fetch(request)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url.replace(/token=[^&]*/, '')} answered ${response.status}`)
  })
}

function line(name: string, few: number | undefined, many: number, limit: number | undefined, maxMs?: number): void {
  const fits = (!few || !limit || many / few <= limit) && (!maxMs || many < maxMs)
  if (!fits) process.exitCode = 1
  const limits = [limit, maxMs && `${maxMs} ms`].filter((one) => one !== undefined).join(', ')
  const [first, ratio] = [few?.toFixed(2) ?? '', few ? (many / few).toFixed(2) : '']
  say(`| ${name} | ${first} | ${many.toFixed(2)} | ${ratio} | ${limits}${fits ? '' : ' EXCEEDED'} |`)
}
