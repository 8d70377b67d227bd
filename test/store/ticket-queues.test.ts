import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { queryTypes, statuses, ticketTypes } from '#contract/codes.ts'
import { compareDerivedData } from '#main/consistency.ts'
import type { Actor } from '#service/shared/actor.ts'
import { eraseTickets } from '#service/tickets/retention.ts'
import { searchTicketIds } from '#service/tickets/search.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { createTicket } from '#service/tickets/tickets.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import type { Engine } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import { type ChangeResult, Store, type Tx } from '#store/store.ts'
import { listNumbers } from '#store/tickets/list-counts.ts'
import { testContext } from '../support/context.ts'
import { type FreshDatabase, freshDatabase, freshStore, onEachDatabase } from '../support/databases.ts'
import fc from '../support/fast-check.ts'

const even = { marks: 0, counts: 0, grams: 0 }

/** Processes some of each queue, so that either may be ahead; answers how many it processed. */
async function processSome(store: Store, count: number): Promise<number> {
  const counted = await store.upkeep((tx) => tx.ticketQueues.countQueued(count))
  return counted + (await store.upkeep((tx) => tx.ticketQueues.indexQueued(count >> 1 || 1, ticketGrams)))
}

const waiting = (store: Store) =>
  store.read(async (tx) => [await tx.ticketQueues.length('tally_queue'), await tx.ticketQueues.length('gram_queue')])

async function processAll(store: Store): Promise<void> {
  while ((await processSome(store, 1000)) > 0);
}

const handedIn = {
  kind: null,
  status: statuses.submitted,
  open: 1,
  device_model: '',
  phone: '',
  accessories: '[]',
  created_at: 0,
}
const lamp = { ...handedIn, type: 0, device: 'lamp', owner: '', description: '' }

/** Two people and two members. */
const people = (store: Store) =>
  store.upkeep(async (tx) => ({
    ann: await tx.users.ofIdentity('demo', 'ann', 0),
    eve: await tx.users.ofIdentity('demo', 'eve', 0),
    members: [
      (await tx.members.add({ name: 'Bob', admin: 0 }, 0)) ?? 0,
      (await tx.members.add({ name: 'Carol', admin: 0 }, 0)) ?? 0,
    ] as const,
  }))

/** An action of a member, a run of the queues, or a jump of the ticket numbers. */
type Step =
  | { readonly do: 'create'; readonly count: number; readonly type: number }
  | { readonly do: 'claim' | 'join' | 'drop'; readonly which: number; readonly member: number }
  | { readonly do: 'end' | 'forward'; readonly which: number; readonly member?: number }
  | { readonly do: 'process'; readonly count: number }
  | { readonly do: 'jump'; readonly by: number }

const which = fc.nat({ max: 400 })
const member = fc.nat({ max: 1 })
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('create' as const),
      count: fc.integer({ min: 1, max: 90 }),
      type: fc.nat({ max: 1 }),
    }),
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom('claim' as const, 'join' as const, 'drop' as const), which, member }),
    },
    fc.record({ do: fc.constantFrom('end' as const, 'forward' as const), which }),
    fc.record({ do: fc.constant('process' as const), count: fc.constantFrom(1, 7, 40, 200) }),
    fc.record({ do: fc.constant('jump' as const), by: fc.constantFrom(100, 2000, 17_000) }),
  ),
  { minLength: 20, maxLength: 40 },
)

const words = ['lamp', 'kettle', '电风扇', 'radio']

/** Does steps on a fresh database, and compares all results with the tickets themselves. */
async function follow(kind: DialectName, all: readonly Step[]): Promise<void> {
  await using opened = await freshStore(kind)
  const { store, fresh } = opened
  await using engine = await openEngine(fresh.config)
  const { ann, members } = await people(store)
  const ids: number[] = []
  for (const step of all) {
    if (step.do === 'process') await processSome(store, step.count)
    else if (step.do === 'jump') await jump(engine, (ids.at(-1) ?? 0) + step.by)
    else await store.upkeep((tx) => act(tx, step))
  }
  await agree(store, engine, members[0])
  assert.deepEqual(await compareDerivedData(fresh.config), even)
  await processSome(store, ids.length >> 1)
  await agree(store, engine, members[0])
  await processAll(store)
  await agree(store, engine, members[0])
  assert.deepEqual(await compareDerivedData(fresh.config), even)

  async function act(tx: Tx, step: Exclude<Step, { do: 'process' | 'jump' }>): Promise<void> {
    if (step.do === 'create') {
      for (let i = 0; i < step.count; i += 1) {
        const device = `${words[(i + ids.length) % 3]} ${i % 10}`
        ids.push(
          await tx.tickets.add({ ...handedIn, person_id: ann, type: step.type, device, owner: '', description: '' }),
        )
      }
      return
    }
    const id = ids[step.which % ids.length]
    const ticket = id === undefined ? undefined : await tx.tickets.lock(id)
    if (!ticket) return
    if (step.do === 'forward') await tx.tickets.update(ticket, { forwarded_at: 1 })
    else if (step.do === 'end') await tx.tickets.update(ticket, { status: statuses.cancelled, open: 0, ended_at: 1 })
    else if (ticket.open === 1) {
      const member = members[step.member ?? 0] ?? 0
      const works = ticket.workers.some((worker) => worker.id === member)
      if (step.do === 'claim') await tx.tickets.claim(ticket.id, member, 1)
      else if (step.do === 'drop' && works) await tx.tickets.drop(ticket, member)
      else if (step.do === 'join' && !works && ticket.status !== statuses.submitted)
        await tx.tickets.join(ticket, member, 1)
    }
  }
}

/** Continues ticket numbers here, as if others had been rolled back. */
async function jump(engine: Engine, to: number): Promise<void> {
  await engine.change((db) =>
    (engine.kind.name === 'sqlite'
      ? sql`insert or replace into sqlite_sequence (rowid, name, seq)
          select (select rowid from sqlite_sequence where name = 'ticket'), 'ticket', ${sql.lit(to)}`
      : sql`alter table ticket alter column id restart with ${sql.lit(to + 1)}`
    ).execute(db),
  )
}

async function agree(store: Store, engine: Engine, memberId: number): Promise<void> {
  const tickets = await engine.read(async (db) => {
    const workers = await db.selectFrom('worker').selectAll().execute()
    const rows = await db.selectFrom('ticket').selectAll().orderBy('id', 'desc').execute()
    return rows.map((row) => ({ ...row, workers: workers.filter(({ ticket_id }) => ticket_id === row.id) }))
  })
  const truth: Record<number, (ticket: (typeof tickets)[number]) => boolean> = {
    [queryTypes.all]: () => true,
    [queryTypes.appliances]: ({ type }) => type === ticketTypes.appliance,
    [queryTypes.computers]: ({ type }) => type === ticketTypes.computer,
    [queryTypes.unclaimed]: ({ status }) => status === statuses.submitted,
    [queryTypes.mine]: ({ workers }) => workers.some(({ member_id }) => member_id === memberId),
  }
  await store.read(async (tx) => {
    const unforwarded = tickets.filter(({ forwarded_at }) => forwarded_at === null).length
    assert.equal(await tx.listCounts.total(listNumbers.unforwarded), unforwarded)
    for (const [queryType, isListed] of Object.entries(truth))
      for (const open of [true, false]) {
        const wish = { memberId, open, queryType: Number(queryType) }
        const meant = tickets.filter((ticket) => isListed(ticket) && (!open || ticket.open === 1)).map(({ id }) => id)
        for (const offset of [0, 128, 129, 200, 300, meant.length - 1, meant.length]) {
          const { rows, total } = await tx.ticketLists.page(wish, Math.max(offset, 0), 7)
          const where = JSON.stringify({ ...wish, offset })
          assert.equal(total, meant.length, where)
          assert.deepEqual(
            rows.map(({ id }) => id),
            meant.slice(Math.max(offset, 0), Math.max(offset, 0) + 7),
            where,
          )
        }
      }
  })
  const who = { memberId, personId: 0, seesPhones: true }
  for (const [queryType, isListed] of Object.entries(truth))
    for (const values of [...words, '扇', '电风 7']) {
      const wish = { ...who, values, queryType: Number(queryType), open: false, offset: 0, count: 1000 }
      const parts = values.split(' ')
      const has = ({ id, device }: (typeof tickets)[number], part: string) =>
        device.includes(part) || String(id) === part
      const meant = tickets.filter((one) => isListed(one) && parts.every((part) => has(one, part)))
      const { ids, total } = await searchTicketIds(store, wish)
      assert.deepEqual([ids, total], [meant.map(({ id }) => id), meant.length], JSON.stringify(wish))
    }
}

onEachDatabase('tickets queued for counting and indexing', (kind) => {
  test('processing queued tickets in batches of any size changes no total, page or search result', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (all) => follow(kind, all)),
      { seed: 20_261_117, numRuns: kind === 'sqlite' ? 12 : 4 },
    )
  })

  test('queued tickets are processed at the next start if the service ends earlier', async () => {
    await using fresh = await freshDatabase(kind, { migrated: true })
    const open = async () => new Store(await openEngine(fresh.config))
    {
      await using store = await open()
      const { ann, members } = await people(store)
      await store.upkeep(async (tx) => {
        for (const device of ['lamp', 'kettle']) await tx.tickets.add({ ...lamp, device, person_id: ann })
      })
      await processSome(store, 1)
      await store.upkeep((tx) => tx.tickets.claim(1, members[0], 1))
    }
    assert.deepEqual(await compareDerivedData(fresh.config), even)
    await using store = await open()
    assert.deepEqual(await waiting(store), [2, 1])
    await processAll(store)
    assert.deepEqual(await waiting(store), [0, 0])
    assert.equal(await store.read((tx) => tx.listCounts.total(listNumbers.unclaimed)), 1)
    assert.deepEqual(await compareDerivedData(fresh.config), even)
  })

  test('an erased text is not in the index, whether it was erased before or after its ticket was indexed', async () => {
    await using opened = await freshStore(kind)
    const { store, fresh } = opened
    const { ann } = await people(store)
    const add = () =>
      store.upkeep((tx) =>
        tx.tickets.add({ ...lamp, owner: 'Zoë Quist', phone: '13800138000', description: 'jolt', person_id: ann }),
      )
    await add()
    await processAll(store)
    await add()
    await store.upkeep((tx) => eraseTickets(tx, ann, 1, 'UTC'))
    assert.deepEqual(await grams(fresh), [...ticketGrams({ ...lamp })].sort())
    assert.deepEqual(await compareDerivedData(fresh.config), even)
    await processAll(store)
    assert.deepEqual(await grams(fresh), [...ticketGrams({ ...lamp })].sort())
    assert.deepEqual(await compareDerivedData(fresh.config), even)
    assert.equal((await searchTicketIds(store, { ...stranger, values: 'lamp' })).total, 2)
    assert.equal((await searchTicketIds(store, { ...stranger, values: 'jolt' })).total, 0)
  })

  test('tickets queued for indexing are processed once by two nodes at the same time', async () => {
    await using opened = await freshStore(kind)
    const { store, fresh } = opened
    await using other = new Store(await openEngine(fresh.config))
    const { ann, members } = await people(store)
    await store.upkeep(async (tx) => {
      for (let i = 0; i < 200; i += 1) await tx.tickets.add({ ...lamp, person_id: ann })
    })
    const change = async (id: number) => store.upkeep((tx) => tx.tickets.claim(id, members[id % 2] ?? 0, 1))
    for (let round = 1; round <= 20; round += 1)
      await Promise.all([processSome(store, 20), change(9 * round), processSome(other, 20), change(9 * round + 1)])
    await processAll(store)
    assert.deepEqual(await waiting(store), [0, 0])
    assert.deepEqual(await compareDerivedData(fresh.config), even)
    assert.equal(await store.read((tx) => tx.listCounts.total(listNumbers.all)), 200)
    assert.equal(await store.read((tx) => tx.listCounts.total(listNumbers.unclaimed)), 160)
  })
})

const stranger = { memberId: 0, personId: 0, seesPhones: true, open: false, queryType: 0, offset: 0, count: 10 }

async function grams(fresh: FreshDatabase): Promise<string[]> {
  await using engine = await openEngine(fresh.config)
  const rows = await engine.read((db) => db.selectFrom('gram').select('gram').execute())
  return rows.map(({ gram }) => gram).sort()
}

/** A store whose changes stay open before their commit until the test releases them. */
class HeldStore extends Store {
  readonly open = Promise.withResolvers<void>()
  readonly letGo = Promise.withResolvers<void>()
  override change<T>(work: (tx: Tx) => Promise<ChangeResult<T>>): Promise<T> {
    return super.change(async (tx) => {
      const done = await work(tx)
      this.open.resolve()
      await this.letGo.promise
      return done
    })
  }
}

test('on PostgreSQL an uncommitted new ticket does not delay the indexing of others', async () => {
  await using opened = await freshStore('postgres')
  const { store, fresh } = opened
  const { ann, eve } = await people(store)
  const as = (personId: number): Actor => ({
    role: 'user',
    personId,
    memberId: null,
    lang: null,
    guest: false,
    tokenHash: new Uint8Array(),
    confirmed: false,
  })
  await using held = new HeldStore(await openEngine(fresh.config))
  const wish = { type: 0, device: 'lamp', owner: 'Ann', phone: '13800138000', description: 'as dark as before' }
  const first = createTicket(testContext({ store: held, now: () => 1 }), as(ann), wish)
  await held.open.promise
  const second = await createTicket(testContext({ store: store, now: () => 1 }), as(eve), wish)
  assert.deepEqual((await searchTicketIds(store, { ...stranger, values: 'dark' })).ids, [second.ticketId])
  // Counting and indexing meanwhile is not delayed either, and delays no third ticket.
  assert.equal(await processSome(store, 10), 2)
  await createTicket(testContext({ store: store, now: () => 1 }), as(eve), wish)
  held.letGo.resolve()
  await first
  assert.equal((await searchTicketIds(store, { ...stranger, values: 'dark' })).total, 3)
  await processAll(store)
  assert.deepEqual(await compareDerivedData(fresh.config), even)
})
