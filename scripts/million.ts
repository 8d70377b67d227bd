import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { DialectName } from '#store/engine/dialects.ts'
import { ownPostgres } from '../test/support/postgres.ts'
import { median } from './bench/report.ts'
import { calls, type Measured, warmUp } from './million/calls.ts'
import { type Crowd, crowd } from './million/crowd.ts'
import { startTimes } from './million/starts.ts'

/**
 * Builds one team with few tickets and one with very many, asks both the same things by turns over HTTP, and compares the
 * medians: what has to be independent of the number of tickets may take at most 1.5 times as long, a creation 1.3 times, a
 * search 3 times, one for few among very many tickets 10 or 20 times. Some have a limit in milliseconds besides. At the end
 * processes of their own start over the very many.
 */
const { values } = parseArgs({
  options: {
    on: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '101' },
  },
})
const say = (text: string) => void process.stdout.write(text)
const startsWithinMs = 1000
const startRounds = 5

async function timed(crowd: Crowd, { ask }: Measured, round: number): Promise<number> {
  const request = ask(crowd, round)
  const began = performance.now()
  const response = await fetch(request)
  await response.arrayBuffer()
  const took = performance.now() - began
  if (!response.ok) throw new Error(`${response.url.replace(/token=[^&]*/, '')} answered ${response.status}`)
  return took
}

async function compare(kind: DialectName, url: string | undefined): Promise<boolean> {
  const label = (name: string, count: number) => (done: number) =>
    say(`\r${kind}: ${name} ${done} of ${count} tickets `)
  const sizes = { few: Number(values.few), many: Number(values.many) }
  await using few = await crowd(kind, url, sizes.few, label('few', sizes.few))
  await using many = await crowd(kind, url, sizes.many, label('many', sizes.many))
  say(`\n\n${kind}: medians of ${values.rounds} calls in ms\n\n`)
  say(`| call | ${sizes.few} tickets | ${sizes.many} tickets | ratio | limit |\n|---|---|---|---|---|\n`)
  let good = true
  const line = (
    name: string,
    a: number | undefined,
    b: number,
    limit: number | undefined,
    most: number | undefined,
  ) => {
    const fits = (!a || !limit || b / a <= limit) && (!most || b < most)
    good &&= fits
    const limits = [limit, most && `${most} ms`].filter((one) => one !== undefined).join(', ')
    const [first, ratio] = [a?.toFixed(2) ?? '', a ? (b / a).toFixed(2) : '']
    say(`| ${name} | ${first} | ${b.toFixed(2)} | ${ratio} | ${limits}${fits ? '' : ' EXCEEDED'} |\n`)
  }
  for (const call of calls) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = -warmUp; round < Number(values.rounds); round += 1) {
      const [a, b] = [await timed(few, call, round), await timed(many, call, round)]
      if (round < 0) continue
      times.few.push(a)
      times.many.push(b)
    }
    line(call.name, median(times.few), median(times.many), call.limit, call.most?.[kind])
  }
  const { stop, kill } = await startTimes(many, startRounds)
  line('start after a stop', undefined, median(stop), undefined, startsWithinMs)
  line('start after a kill', undefined, median(kill), undefined, startsWithinMs)
  return good
}

let good = true
for (const kind of values.on as DialectName[]) {
  if (kind === 'sqlite') good = (await compare(kind, undefined)) && good
  else {
    await using server = await ownPostgres(['fsync=on', 'shared_buffers=512MB', 'max_wal_size=4GB'])
    good = (await compare(kind, server.url)) && good
  }
}
process.exitCode = good ? 0 : 1
