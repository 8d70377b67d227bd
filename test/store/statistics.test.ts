import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses, statusMeaning } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { barriers, type OutcomeInput } from '#contract/tickets/outcome-fields.ts'
import { day, endOfDay, hour, minute, zoned } from '#kit/time.ts'
import { compareDerivedData, repairDerivedData } from '#main/consistency.ts'
import type { MemberActor } from '#service/shared/actor.ts'
import { statisticsDetail } from '#service/tickets/statistics.ts'
import {
  assignTicket,
  claimTicket,
  createTicket,
  dropTicket,
  moveTicket,
  retrieveTicket,
} from '#service/tickets/tickets.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import type { Db, Engine } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import type { Store } from '#store/store.ts'
import { memberDayList } from '#store/tickets/day-lists.ts'
import { testContext } from '../support/context.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'
import fc from '../support/fast-check.ts'

// A zone with clock changes of half an hour, one that skips midnights, one twelve hours from UTC, and UTC.
const zones = ['Australia/Lord_Howe', 'Asia/Beirut', 'Pacific/Auckland', 'UTC']
const names = ['Bob', 'Carol', 'Dan']
const began = Temporal.Instant.from('2025-08-20T09:17:00Z').epochMilliseconds

type Tickets = Awaited<ReturnType<typeof ticketsOf>>

const ticketsOf = (engine: Engine) =>
  engine.read(async (db) => {
    const workers = await db.selectFrom('worker').selectAll().execute()
    const rows = await db.selectFrom('ticket').selectAll().execute()
    return rows.map((row) => ({ ...row, workers: workers.filter(({ ticket_id }) => ticket_id === row.id) }))
  })

/** The same figures, computed from the local date of each ticket: for a year, for recent days, or for a range. */
function naive(
  tickets: Tickets,
  at: number,
  zone: string,
  members: readonly MemberActor[],
  days?: { from: string; until: string },
) {
  const date = (moment: number) => zoned(moment, zone).toPlainDate()
  const isMeant = (moment: number) => {
    const day = date(moment).toString()
    return days ? day >= days.from && day <= days.until : moment >= at - 90 * 86_400_000
  }
  const touched = (of: (date: Temporal.PlainDate) => string, { from, until }: { from: string; until: string }) => {
    const first = Temporal.PlainDate.from(from)
    const length = first.until(until).days + 1
    return [...new Set(Array.from({ length }, (_, i) => of(first.add({ days: i }))))]
  }
  const monday = (one: Temporal.PlainDate) => one.subtract({ days: one.dayOfWeek - 1 }).toString()
  const first = (one: Temporal.PlainDate) => one.with({ day: 1 }).toString()
  const until = date(at).toString()
  const year = { from: date(at).subtract({ weeks: 52 }).toString(), until }
  const twelveMonths = { from: date(at).with({ day: 1 }).subtract({ months: 11 }).toString(), until }
  const finished = (repaired: boolean) =>
    tickets.flatMap((ticket) => {
      const { phase, repaired: isRepaired } = statusMeaning(ticket.status)
      const { finished_at } = ticket
      return phase === 'finished' && isRepaired === repaired && finished_at !== null ? [{ ...ticket, finished_at }] : []
    })
  const series = (start: string, of: (date: Temporal.PlainDate) => string) => {
    const on = (moments: readonly number[]) => moments.filter((moment) => of(date(moment)) === start).length
    return {
      start,
      created: on(tickets.map(({ created_at }) => created_at)),
      finished: on(finished(true).map(({ finished_at }) => finished_at)),
      unrepairable: on(finished(false).map(({ finished_at }) => finished_at)),
    }
  }
  const took = (all: readonly number[]) => {
    const sorted = all.toSorted((a, b) => a - b)
    const part = (p: number) => Math.round((sorted[Math.ceil(p * sorted.length) - 1] ?? 0) / 1000)
    return { count: sorted.length, median: part(0.5), p90: part(0.9) }
  }
  const lately = finished(true).filter(({ finished_at }) => isMeant(finished_at))
  const repaired = ({ memberId }: MemberActor) =>
    lately.filter(({ workers }) => workers.some(({ member_id }) => member_id === memberId)).length
  const closed = finished(false).filter(({ finished_at }) => isMeant(finished_at))
  const ages = [0, 1, 3, 7, 30, Number.POSITIVE_INFINITY]
  const age = ({ created_at }: Tickets[number]) => (at - created_at) / day
  return {
    total: {
      created: tickets.filter(({ created_at }) => isMeant(created_at)).length,
      finished: lately.length,
      unrepairable: closed.length,
    },
    repairDays: [],
    weeks: touched(monday, days ?? year).map((start) => series(start, monday)),
    months: touched(first, days ?? twelveMonths).map((start) => series(start, first)),
    secondsToClaim: took(
      tickets.flatMap(({ claimed_at, created_at }) =>
        claimed_at !== null && isMeant(claimed_at) ? [claimed_at - created_at] : [],
      ),
    ),
    secondsToRepair: took(lately.map(({ finished_at, claimed_at }) => finished_at - (claimed_at ?? 0))),
    open: ages.slice(0, -1).map((fromDays, i) => {
      const untilDays = ages[i + 1] ?? 0
      const fits = (ticket: Tickets[number]) =>
        ticket.open === 1 && age(ticket) <= untilDays && (fromDays === 0 || age(ticket) > fromDays)
      return {
        fromDays,
        untilDays: Number.isFinite(untilDays) ? untilDays : null,
        count: tickets.filter(fits).length,
      }
    }),
    ...became([...lately, ...closed]),
    rating: { count: 0, stars: 0 },
    members: members
      .map((member, i) => ({ id: member.memberId, name: names[i], finished: repaired(member) }))
      .filter(({ finished }) => finished > 0)
      .sort((a, b) => b.finished - a.finished || a.id - b.id),
  }
}

/** The counts of outcomes, the most frequent first. */
function became(all: Tickets) {
  const count = (is: (ticket: Tickets[number]) => boolean) => all.filter(is).length
  const most = <T extends { count: number }>(list: readonly T[]) =>
    list.filter((one) => one.count > 0).sort((a, b) => b.count - a.count)
  return {
    outcomes: {
      finished: all.length,
      fixed: count(({ outcome }) => outcome === 'fixed'),
      repairable: count(({ outcome }) => outcome === 'repairable'),
      endOfLife: count(({ outcome }) => outcome === 'end_of_life'),
      unknown: count(({ outcome }) => outcome === 'unknown'),
    },
    categories: most(
      Array.from({ length: 40 }, (_, i) => ({
        category: i + 1,
        count: count(({ category }) => category === i + 1),
        fixed: count(({ category, outcome }) => category === i + 1 && outcome === 'fixed'),
      })),
    ),
    barriers: most(
      barriers.toSorted().map((barrier) => ({ barrier, count: count((ticket) => ticket.barrier === barrier) })),
    ),
  }
}

const moves = {
  repaired: statuses.repaired,
  unrepairable: statuses.unrepairable,
  reopened: statuses.repairing,
} as const
const steps = fc.array(
  fc.record({
    /** The time that passes before the step, or the zone whose midnight comes and the distance from it. */
    pause: fc.oneof(
      fc.integer({ min: 0, max: 6 * 24 * 60 }),
      fc.record({ zone: fc.constantFrom(...zones), ms: fc.constantFrom(-1, 0, 1) }),
    ),
    do: fc.constantFrom('create', 'create', 'pick', 'assign', 'drop', 'retrieve', 'count', ...Object.keys(moves)),
    which: fc.nat({ max: 30 }),
    who: fc.nat({ max: 2 }),
  }),
  { minLength: 80, maxLength: 120 },
)
type Steps = typeof steps extends fc.Arbitrary<infer All> ? All : never

/** The outcome of a step; some have none. */
function saidOf(what: string, who: number, which: number): OutcomeInput {
  if (what === 'repaired' && who > 0) return { outcome: who === 1 ? 'fixed' : 'unknown', category: which % 5 }
  if (what !== 'unrepairable') return {}
  return who === 0
    ? { outcome: 'end_of_life', barrier: barriers[which % 3] ?? '', category: which % 4 }
    : { outcome: 'repairable' }
}

/** Does steps on a fresh database, and compares the figures with the tickets themselves. */
async function follow(kind: DialectName, all: Steps): Promise<void> {
  await using opened = await freshStore(kind)
  const { store, fresh } = opened
  await using engine = await openEngine(fresh.config)
  let at = began
  const ctx = testContext({ store, now: () => at })
  const steps = { pick: claimTicket, drop: dropTicket, retrieve: retrieveTicket }
  const members = await people(store)
  for (const { pause, do: what, which, who } of all) {
    at = typeof pause === 'number' ? at + pause * minute : endOfDay(at, pause.zone) + pause.ms
    const [actor, other] = [members.at(who), members.at(who - 1)]
    if (!actor || !other) throw new Error('there are three members')
    try {
      if (what === 'create') await createTicket(ctx, actor, { type: 0, device: `device ${which % 4}` })
      else if (what === 'count') await store.upkeep((tx) => tx.ticketQueues.countQueued(which))
      else if (what === 'assign') await assignTicket(ctx, actor, which, { member: other.memberId })
      else if (what === 'pick' || what === 'drop' || what === 'retrieve') await steps[what](ctx, actor, which)
      else
        await moveTicket(ctx, actor, which, { status: moves[what as keyof typeof moves], ...saidOf(what, who, which) }) // nothing else is left
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  const agree = async () => {
    const rows = await ticketsOf(engine)
    const same = async (timeZone: string, now: number, days?: { from: string; until: string }) => {
      const there = testContext({ store, now: () => now, team: { lang: 'en_US', zone: timeZone } })
      const { types: _, devices: __, left: ___, unclaimed: ____, ...figures } = await statisticsDetail(there, days)
      assert.deepEqual(figures, naive(rows, now, timeZone, members, days), timeZone)
    }
    for (const timeZone of zones) {
      await same(timeZone, at)
      const until = zoned(at, timeZone).toPlainDate().subtract({ days: 30 })
      for (const days of [0, 40])
        await same(timeZone, at, { from: until.subtract({ days }).toString(), until: until.toString() })
    }
    // The last moment at which a ticket counts as recent, and the next one.
    const [finished] = rows.flatMap(({ finished_at }) => finished_at ?? [])
    if (finished) for (const now of [finished + 90 * day, finished + 90 * day + 1]) await same('UTC', now)
    assert.equal((await compareDerivedData(fresh.config)).counts, 0)
  }
  await agree()
  for (const count of [all.length >> 3, 1000]) {
    await store.upkeep((tx) => tx.ticketQueues.countQueued(count))
    await agree()
  }
}

async function people(store: Store): Promise<MemberActor[]> {
  return store.upkeep(async (tx) => {
    const all: MemberActor[] = []
    for (const name of names) {
      const memberId = (await tx.members.add({ name, admin: 1 }, 0)) ?? 0
      const personId = await tx.users.ofIdentity('demo', name, 0)
      all.push({
        role: 'admin',
        personId,
        memberId,
        lang: null,
        guest: false,
        tokenHash: new Uint8Array(),
        confirmed: true,
      })
    }
    return all
  })
}

onEachDatabase('statistics', (kind) => {
  test('statistics match the tickets in every zone, at once and after a recount', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (all) => follow(kind, all)),
      { seed: 20_261_117, numRuns: kind === 'sqlite' ? 6 : 2 },
    )
  })

  test('statistics use the newest tickets if there are very many', async () => {
    await using opened = await freshStore(kind)
    const { store } = opened
    await repair(store, await people(store), ['kettle', 'kettle', 'kettle', 'lamp', 'lamp', 'fan'])
    const { claims, repairs, devices } = await store.read(async ({ statistics }) => ({
      claims: await statistics.durations('claim', { since: 0, end: day }, 3),
      repairs: await statistics.durations('repair', { since: 4 * hour - 3, end: day }, 2),
      devices: await statistics.devices({ since: 0, end: day }, 4, 2),
    }))
    assert.deepEqual(claims, [hour + 2 * minute - 1, hour + 2 * minute, hour + minute - 1])
    assert.deepEqual(repairs, [2 * hour, 2 * hour - 1])
    assert.deepEqual(
      devices.map((one) => ({ ...one })),
      [
        { device: 'lamp', count: 2 },
        { device: 'fan', count: 1 },
      ],
    )
  })

  test('statistics are computed once for a database without daily counts, and corrected if they are wrong', async () => {
    await using opened = await freshStore(kind)
    const { store, fresh } = opened
    await using engine = await openEngine(fresh.config)
    const off = async () => (await compareDerivedData(fresh.config)).counts
    const members = await people(store)
    await repair(store, members, ['kettle', 'lamp', 'fan'])
    await store.upkeep((tx) => tx.ticketQueues.countQueued(10))
    const all = (await engine.read(counted)).length
    assert.ok(all > 2)
    await engine.change(async (db) => {
      await db.deleteFrom('tally').where('level', '=', 4).execute()
      await db.deleteFrom('migration').where('name', '=', '016-day-lists').execute()
    })
    await repair(store, members, ['radio'])
    assert.equal(await off(), all)
    assert.deepEqual(await store.migrate(0), ['016-day-lists'])
    assert.equal(await off(), 0)
    await store.upkeep((tx) => tx.ticketQueues.countQueued(10))
    assert.equal(await off(), 0)
    const before = await engine.read(counted)
    await engine.change(async (db) => {
      await db.updateTable('tally').set({ n: 7 }).where('level', '=', 4).execute()
      await db
        .insertInto('tally')
        .values({ list: memberDayList(3, 5), level: 4, block: 0, n: 1 })
        .execute()
    })
    assert.equal((await repairDerivedData(fresh.config)).counts, before.length + 1)
    assert.deepEqual(
      (await engine.read(counted)).filter(({ n }) => n > 0),
      before,
    )
  })
})

const counted = (db: Db) => db.selectFrom('tally').where('level', '=', 4).selectAll().orderBy('list').execute()

/** Submits all at once; claims them later and later, two at the same time; and repairs them in reverse order. */
async function repair(store: Store, [bob]: readonly MemberActor[], devices: readonly string[]): Promise<void> {
  const ticket = {
    type: 0,
    status: statuses.submitted,
    open: 1,
    kind: null,
    device_model: '',
    owner: '',
    phone: '',
    description: '',
    accessories: '[]',
  }
  await store.upkeep(async (tx) => {
    for (const [i, device] of devices.entries()) {
      const id = await tx.tickets.add({ ...ticket, device, person_id: bob?.personId ?? 0, created_at: hour + (i % 2) })
      await tx.tickets.claim(id, bob?.memberId ?? 0, 2 * hour + Math.floor(i / 2) * minute)
      const held = await tx.tickets.lock(id)
      if (held) await tx.tickets.update(held, { status: statuses.repaired, finished_at: 4 * hour - i })
    }
  })
}
