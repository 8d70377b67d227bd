import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DialectName } from '#store/engine/dialects.ts'
import { randomFrom } from '../../test/duty/world.ts'
import {
  bookAtOnce,
  changeMinds,
  crowd,
  dayOfRace,
  type Front,
  faultsOf,
  judgeRace,
  type RaceDay,
  racers,
} from '../../test/support/booking-race.ts'
import { type FreshDatabase, freshDatabase } from '../../test/support/databases.ts'
import { Nodes } from '../../test/support/nodes.ts'
import { defineProof, expect, say, showProgress, testDatabases } from '../shared/proof.ts'
import { Service } from '../shared/service.ts'

const planted = join(import.meta.dirname, 'bookings/counts-first.ts')

/**
 * 200 people book 40 places at the same time, and some change their minds, on one node with SQLite and on two with PostgreSQL, which are
 * killed at random moments. `--planted` runs a service that counts first and inserts afterwards; the same check must find that.
 */
export const proof = defineProof({
  options: { rounds: 100, kills: 50, seed: 1, planted: false },
  parts: ['sqlite', 'postgres'],
  async run({ rounds, kills, seed, planted: wrong }, parts) {
    await using _ = await testDatabases()
    for (const [on, count] of [
      ['sqlite', 1],
      ['postgres', 2],
    ] as const) {
      if (parts.includes(on)) await race(on, count, rounds, kills, randomFrom(seed), wrong)
    }
  },
})

async function launch(fresh: FreshDatabase, node: number, wrong: boolean): Promise<Service> {
  const dataDir = fresh.config.kind === 'postgres' ? join(fresh.dir, `node-${node}`) : fresh.dir
  mkdirSync(dataDir, { recursive: true })
  const env = { DEFAULT_LANG: 'en_US', ...(fresh.config.kind === 'postgres' ? { DATABASE_URL: fresh.config.url } : {}) }
  return Service.launch({ dataDir, env, ...(wrong ? { command: [process.execPath, planted] } : {}) })
}

async function race(
  on: DialectName,
  count: number,
  rounds: number,
  kills: number,
  chance: () => number,
  wrong: boolean,
): Promise<void> {
  await using fresh = await freshDatabase(on, { migrated: true })
  await using nodes = await Nodes.open(count, (node) => launch(fresh, node, wrong))
  const codeFile = join(on === 'postgres' ? join(fresh.dir, 'node-0') : fresh.dir, 'admin-code')
  const code = readFileSync(codeFile, 'utf8').trim()
  nodes.token = (await nodes.ask((client) => client.session.login({ code: 'the-admin' }))).token
  await nodes.ask((client) => client.members.login({ code }))
  const people = await racers(nodes, crowd.clients)
  const found: string[] = []
  const sums = { booked: 0, waiting: 0, overbooked: 0, freed: 0, offered: 0, killed: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    showProgress(`${on}: round ${round} of ${rounds}, killed ${sums.killed} times`)
    const day = await dayOfRace(
      nodes,
      crowd,
      Temporal.Now.plainDateISO('UTC')
        .add({ days: round + 1 })
        .toString(),
    )
    // The kills are spread over the rounds, before and after people change their minds.
    const due = Math.floor((kills * round) / rounds) - sums.killed
    const early = due - Math.floor(due / 2)
    sums.killed += due
    const verdict = await raceOnce({ nodes, fresh, people, day, chance, kills: [early, due - early] })
    found.push(...verdict.faults.map((text) => `round ${round}: ${text}`))
    sums.booked += verdict.first.booked
    sums.waiting += verdict.first.waiting
    sums.overbooked += verdict.first.overbooked
    sums.freed += verdict.last.freed
    sums.offered += verdict.last.offered
  }
  const figures = `${sums.booked / rounds} booked and ${sums.waiting / rounds} waiting in order in each round, ${sums.overbooked} overbooked; ${sums.freed} places freed, each offered once (${sums.offered})`
  say('')
  for (const text of found.slice(0, 10)) say(`       ${text}`)
  if (wrong) expect(sums.overbooked > 0, `${on}, planted fault: ${sums.overbooked} overbooked are found`)
  else expect(found.length === 0, `${on}, ${count} node(s), ${rounds} rounds, killed ${sums.killed} times: ${figures}`)
}

interface Round {
  readonly nodes: Nodes
  readonly fresh: FreshDatabase
  readonly people: Awaited<ReturnType<typeof racers>>
  readonly day: RaceDay
  readonly chance: () => number
  readonly kills: readonly [number, number]
}

async function raceOnce({ nodes, fresh, people, day, chance, kills: [early, late] }: Round) {
  await killedMeanwhile(nodes, early, chance, (front) => bookAtOnce(front, people, day, chance))
  const first = await judgeRace(fresh, people, day, crowd)
  await killedMeanwhile(nodes, late, chance, (front) => changeMinds(front, fresh, people, day, chance))
  const last = await judgeRace(fresh, people, day, crowd)
  return { first, last, faults: [...faultsOf(first, crowd, false), ...faultsOf(last, crowd, true)] }
}

/** Kills nodes after random numbers of answers while people act. */
async function killedMeanwhile(
  nodes: Nodes,
  kills: number,
  chance: () => number,
  act: (front: Front) => Promise<unknown>,
): Promise<void> {
  const moments = Array.from({ length: kills }, () => Math.floor(chance() * crowd.clients)).toSorted((a, b) => a - b)
  let answers = 0
  let killing = Promise.resolve()
  await act({
    async ask(work, turn, who) {
      const answer = await nodes.ask(work, turn, who)
      answers += 1
      while ((moments[0] ?? answers) < answers) {
        moments.shift()
        const node = Math.floor(chance() * nodes.services.length)
        killing = killing.then(async () => void (await nodes.kill(node)))
      }
      return answer
    },
  })
  await killing
}
