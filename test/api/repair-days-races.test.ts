import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#contract/client.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { randomFrom } from '../duty/world.ts'
import {
  bookAtOnce,
  changeMinds,
  crowd,
  dayOfRace,
  type Front,
  faultsOf,
  judgeRace,
  racers,
} from '../support/booking-race.ts'
import { countFirst } from '../support/count-first.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

/** The nodes of one database; the administrator asks where no one else is named. */
async function nodesOf(on: DialectName, stack: AsyncDisposableStack) {
  const env = { RATE_LIMITS: 'off' }
  const first = stack.use(await newTeam({ on, env }))
  const all = on === 'postgres' ? [first, stack.use(await newTeam({ on, env, beside: first }))] : [first]
  const admin = await first.admin()
  const front: Front = {
    async ask(work, turn = 0, who = {}) {
      for (;;) {
        try {
          return await work((all[turn % all.length] ?? first).as(who.token ?? admin.token, 'en_US'))
        } catch (error) {
          // A node refuses what it cannot do in time; the page of a person asks again.
          if (!(error instanceof Failure) || error.status !== 503) throw error
        }
      }
    },
  }
  return { first, front }
}

onEachDatabase('races for places', (on) => {
  test('of 200 people at once 40 get the 40 places and 160 wait in order; each freed place is offered once', async () => {
    await using stack = new AsyncDisposableStack()
    const { first, front } = await nodesOf(on, stack)
    const people = await racers(front, crowd.clients)
    const day = await dayOfRace(front, crowd, '2026-11-21')
    const chance = randomFrom(1)
    await bookAtOnce(front, people, day, chance)
    assert.deepEqual(faultsOf(await judgeRace(first.fresh, people, day, crowd), crowd, false), [])
    await changeMinds(front, first.fresh, people, day, chance)
    assert.deepEqual(faultsOf(await judgeRace(first.fresh, people, day, crowd), crowd, true), [])
  })

  test('a service that counts first and inserts afterwards is seen to overbook', async () => {
    await using stack = new AsyncDisposableStack()
    const { first, front } = await nodesOf(on, stack)
    const size = { clients: 40, waves: 2, places: 4 }
    const people = await racers(front, size.clients)
    const day = await dayOfRace(front, size, '2026-11-21')
    using _ = countFirst()
    await bookAtOnce(front, people, day, randomFrom(1))
    const { overbooked } = await judgeRace(first.fresh, people, day, size)
    assert.ok(overbooked > 0, `${overbooked} overbooked`)
  })
})
