import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute } from '#kit/time.ts'
import { defaultTiming } from '#rules/outbox/outbox.ts'
import { reconcile } from '#service/outbox/reconcile.ts'
import type { ExternalSystem } from '#service/shared/ports.ts'
import { openEngine } from '#store/engine/open.ts'
import { farFuture, type OutboxRow } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

const trouble = { say: 'busy' } as const

const delivery = (kind: 'ticket' | 'remark') => (id: number) =>
  ({ destination: 'external', kind, thing: String(id), payload: { id } }) as const
const [ticket, remark] = [delivery('ticket'), delivery('remark')]

onEachDatabase('the outbox', (kind) => {
  test('an outbox worker whose lease has expired changes nothing', async () => {
    let clock = 0
    await using fresh = await freshStore(kind, 0, () => clock)
    const { store } = fresh
    await store.upkeep(async (tx) => {
      await tx.outbox.add(ticket(1), 0)
      await tx.outbox.add(remark(1), 0)
    })
    const due = async (now: number) => {
      clock = now
      return (await store.read((tx) => tx.outbox.due('external', 8)))[0]
    }
    let names = 0
    const take = (row: OutboxRow | undefined) =>
      store.upkeep(async (tx) => row && tx.outbox.lease(row, 10, `try ${++names}`))
    const rows = async () => {
      const list = await store.read((tx) => tx.outbox.list('external', undefined, 0, 10))
      return list.map(({ id, state, tries, due_at, held_until }) => ({ id, state, tries, due_at, held_until }))
    }
    const slow = await take(await due(0))
    assert.equal(await due(9), undefined, 'a leased delivery is not due, and later ones of its lane wait')
    const quick = await take(await due(10))
    assert.ok(slow && quick)
    const before = await rows()
    await store.upkeep((tx) => tx.outbox.putBack(slow, outboxStates.stuck, 500, trouble))
    await store.upkeep((tx) => tx.outbox.markDelivered(slow, 11))
    assert.deepEqual(await rows(), before)
    // One worker finds the row due, while the other marks it as delivered.
    const seen = await due(20)
    await store.upkeep((tx) => tx.outbox.markDelivered(quick, 20))
    assert.equal(await take(seen), undefined)
    assert.equal((await due(20))?.kind, 'remark')
    // A retried row delays its own lane only, and a delivered row stays delivered.
    const next = await take(await due(20))
    assert.ok(next)
    await store.upkeep((tx) => tx.outbox.add(remark(1), 21))
    await store.upkeep((tx) => tx.outbox.add(ticket(2), 21))
    await store.upkeep((tx) => tx.outbox.putBack(next, outboxStates.waiting, 500, trouble))
    const { waiting, delivered } = outboxStates
    const newestFirst = async () => (await rows()).map(({ state, due_at }) => [state, due_at])
    const lane = (due_at: number) => [
      [waiting, 20],
      [waiting, due_at],
      [waiting, due_at],
      // The time of delivery.
      [delivered, 20],
    ]
    assert.deepEqual(await newestFirst(), lane(500))
    clock = 30
    await store.upkeep((tx) => tx.outbox.retryLane('external:1'))
    assert.deepEqual(await newestFirst(), lane(30))
  })

  test('every step of a delivery can be repeated without effect', async () => {
    await using fresh = await freshStore(kind, 0, () => 0)
    const { store } = fresh
    const { waiting, delivered } = outboxStates
    for (const id of [1, 2, 3]) await store.upkeep((tx) => tx.outbox.add(ticket(id), 0))
    const due = await store.read((tx) => tx.outbox.due('external', 8))
    const [first, second, third] = due.toSorted((a, b) => a.id - b.id)
    assert.ok(first && second && third)
    const take = (row: OutboxRow, by: string) => store.upkeep((tx) => tx.outbox.lease(row, 10, by))
    const [mine, postponed, released] = [await take(first, 'a'), await take(second, 'b'), await take(third, 'c')]
    assert.ok(mine && postponed && released)
    assert.deepEqual(await take(first, 'a'), mine, 'the same name takes it once')
    assert.equal(await take(first, 'd'), undefined)
    const twice = async (step: (tx: Tx) => Promise<unknown>) => [await store.upkeep(step), await store.upkeep(step)]
    assert.deepEqual(await twice((tx) => tx.outbox.markDelivered(mine, 1)), [true, false])
    assert.deepEqual(await twice((tx) => tx.outbox.postpone(postponed, 100)), [true, false])
    assert.deepEqual(await twice((tx) => tx.outbox.release(released, 5)), [true, false])
    // A delivered row does not wait again, whatever its worker reports later.
    await store.upkeep((tx) => tx.outbox.putBack(mine, waiting, 500, trouble))
    assert.equal(await store.upkeep((tx) => tx.outbox.markFailed(mine, 2, trouble)), false)
    assert.equal(await store.upkeep((tx) => tx.outbox.drop(mine, 2)), false)
    const rows = await store.read((tx) => tx.outbox.list('external', undefined, 0, 10))
    assert.deepEqual(
      rows.map(({ state, due_at, since, tries, held_by }) => ({ state, due_at, since, tries, held_by })),
      [
        { state: waiting, due_at: 5, since: 0, tries: 1, held_by: null },
        { state: waiting, due_at: 100, since: null, tries: 1, held_by: null },
        { state: delivered, due_at: 0, since: 0, tries: 1, held_by: null },
      ],
    )
  })

  test('a stuck delivery delays no other destination', async () => {
    await using fresh = await freshStore(kind)
    const { store } = fresh
    const elsewhere = 'elsewhere' as 'external' // there is one as yet
    await store.upkeep((tx) => tx.outbox.add({ ...ticket(1), destination: elsewhere }, 0))
    const [first] = await store.read((tx) => tx.outbox.due(elsewhere, 8))
    assert.ok(first)
    const stuck = await store.upkeep((tx) => tx.outbox.lease(first, 10, 'a try'))
    assert.ok(stuck)
    await store.upkeep((tx) => tx.outbox.putBack(stuck, outboxStates.stuck, farFuture, trouble))
    await store.upkeep((tx) => tx.outbox.add(remark(1), 1))
    assert.deepEqual(
      (await store.read((tx) => tx.outbox.due('external', 8))).map(({ lane, kind }) => [lane, kind]),
      [['external:1', 'remark']],
    )
    assert.deepEqual(await store.read((tx) => tx.outbox.due(elsewhere, 8)), [])
    assert.equal(await store.read((tx) => tx.outbox.count('external', outboxStates.stuck)), 0)
  })

  test('two nodes that reconcile at once create each missing delivery once', async () => {
    await using fresh = await freshStore(kind)
    const { store } = fresh
    await store.upkeep(async (tx) => {
      const person = await tx.users.ofIdentity('demo', 'ann', 0)
      const rest = { device_model: '', owner: '', phone: '', description: '', accessories: '[]', created_at: 0 }
      const id = await tx.tickets.add({
        person_id: person,
        type: 0,
        kind: null,
        status: 0,
        open: 1,
        device: 'lamp',
        ...rest,
      })
      const ticket = await tx.tickets.lock(id)
      if (ticket) await tx.tickets.update(ticket, { forwarded_at: 1 })
    })
    const both = Promise.withResolvers<void>()
    let asked = 0
    const external: ExternalSystem = {
      kind: 'webhook',
      check: async () => {},
      async find() {
        asked += 1
        if (asked === 2) both.resolve()
        await both.promise
        return undefined
      },
      create: () => Promise.reject(new Error('nothing is made by comparing')),
      comment: () => Promise.reject(new Error('nothing is said by comparing')),
    }
    const compare = () => Array.fromAsync(reconcile({ store, external, system: 'x', now: () => 2 }))
    const found = (await Promise.all([compare(), compare()])).flat()
    assert.deepEqual(found.map(({ verdict }) => verdict).sort(), ['promised_again', 'under_way'])
    assert.equal(await store.read((tx) => tx.outbox.count('external', outboxStates.waiting)), 1)
  })
})

onEachDatabase('outbox delays after a wrong clock', (on) => {
  test('deliveries that a wrong clock delayed become due soon, and correct delays stay', async () => {
    const now = Temporal.Instant.from('2026-11-16T01:30:00Z').epochMilliseconds
    await using house = await freshStore(on, 0, () => now)
    const ahead = now + 3 * hour
    const { lateArrivalMs, maxMs, leaseMs } = defaultTiming
    const rows = [
      { lane: 'made ahead', created_at: ahead, due_at: ahead },
      { lane: 'tried ahead', created_at: now, since: ahead, due_at: ahead + minute },
      { lane: 'too late', created_at: now - day, since: now - day, due_at: now + maxMs + day },
      { lane: 'taken ahead', created_at: now, since: now, due_at: now, held_until: ahead + leaseMs },
      { lane: 'behind a stuck one', created_at: ahead, due_at: farFuture },
      { lane: 'tried again later', created_at: now - day, since: now - day, due_at: now + maxMs },
      { lane: 'of a node that is a little ahead', created_at: now + 5 * minute, due_at: now + 6 * minute },
      { lane: 'in its hands', created_at: now, due_at: now, held_until: now + 5 * minute + leaseMs },
    ]
    await using engine = await openEngine(house.fresh.config)
    await engine.change(async (db) => {
      for (const row of rows)
        await db
          .insertInto('outbox')
          .values({ destination: 'external', kind: 'ticket', payload: '{}', ...row })
          .execute()
    })
    await house.store.upkeep((tx) => tx.outbox.capDelays(defaultTiming))
    const found = await engine.read((db) => db.selectFrom('outbox').selectAll().orderBy('id').execute())
    const soon = now + lateArrivalMs
    assert.deepEqual(
      found.map(({ lane, since, due_at, held_until }) => ({ lane, since, due_at, held_until })),
      [
        { lane: 'made ahead', since: null, due_at: soon, held_until: null },
        { lane: 'tried ahead', since: null, due_at: soon, held_until: null },
        { lane: 'too late', since: now - day, due_at: soon, held_until: null },
        { lane: 'taken ahead', since: now, due_at: now, held_until: now + leaseMs },
        ...rows
          .slice(4)
          .map(({ lane, since = null, due_at, held_until = null }) => ({ lane, since, due_at, held_until })),
      ],
    )
  })
})
