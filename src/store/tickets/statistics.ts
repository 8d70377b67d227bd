import { type RawBuilder, sql } from 'kysely'
import { categories, statusesIn } from '#contract/codes.ts'
import { type Barrier, barriers, type Outcome, outcomes } from '#contract/tickets/outcome-fields.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { day } from '#kit/time.ts'
import { inList, literals, numberTable, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import {
  dayLevel,
  dayList,
  dayListsOf,
  firstMemberDayList,
  type Milestone,
  memberDayList,
  memberDaySource,
  memberDayStride,
  milestoneOf,
  milestones,
  type TicketDates,
} from './day-lists.ts'
import { decodeLists } from './list-counts.ts'

const inWork = literals(statusesIn('in_work'))

export interface InstantRange {
  readonly since: number
  readonly end: number
}

type ListCount = { readonly list: number; readonly n: number; readonly counted: null } | QueuedDates
interface QueuedDates extends TicketDates {
  readonly counted: string
  readonly workers: string | null
}

/** One statement for counts and queue, so that no ticket is missed or counted twice. */
const withQueue = <A extends object>(counts: (values: A) => RawBuilder<unknown>) =>
  statement(
    (_, values: A) => sql<ListCount>`
      select list, n, null as counted, null as status, null as created_at, null as finished_at, null as workers
      from (${counts(values)}) counts
      union all
      select null, null, counted, status, created_at, finished_at,
        (select string_agg(cast(member_id as text), ',') from worker where ticket_id = ticket.id)
      from tally_queue cross join ticket where ticket.id = tally_queue.ticket_id`,
  )

/** A queued ticket is subtracted from its counted lists and added to its present ones. */
const lengths = (rows: readonly ListCount[], isMeant: (list: number) => boolean): { list: number; n: number }[] =>
  rows.flatMap((row) => {
    if (row.counted === null) return row
    const [from, to] = [decodeLists(row.counted), dayListsOf(row, decodeLists(row.workers ?? ''))]
    return [...from.map((list) => ({ list, n: -1 })), ...to.map((list) => ({ list, n: 1 }))].filter(({ list }) =>
      isMeant(list),
    )
  })

const wholeDays = withQueue<{ list: number; end: number }>(
  ({ list, end }) => sql`
    select list, n from tally where list >= ${list} and list < ${end} and level = ${sql.lit(dayLevel)}`,
)

/** Counts between a moment and the nearest midnight (UTC); negative if the moment is earlier. */
const nearMidnight = statement((db, { moments }: { moments: readonly number[] }) => {
  const count = (kind: Milestone, from: RawBuilder<unknown>, until: RawBuilder<unknown>) => {
    const { at, which } = milestones[kind]
    return sql`(select count(*) from ticket where ${at} >= ${from} and ${at} < ${until} and ${which})`
  }
  const [moment, midnight] = [sql.ref('moment'), sql.ref('midnight')]
  const signed = (kind: Milestone) =>
    sql`case when moment > midnight then ${count(kind, midnight, moment)} else -${count(kind, moment, midnight)} end`
  return sql<MilestoneCounts & { moment: number }>`
    select moment, ${signed('created')} as created, ${signed('repaired')} as repaired, ${signed('unrepairable')} as unrepairable
    from (
      select value as moment, (value + ${sql.lit(day / 2)}) / ${sql.lit(day)} * ${sql.lit(day)} as midnight
      from ${numberTable(db, moments)}
    ) moments`
})
const nearestDay = (at: number) => Math.floor((at + day / 2) / day)

/** Whole days by counts, and partial days at both ends by an index. */
const repairedBy = withQueue<{
  list: number
  endList: number
  since: number
  first: number
  last: number
  end: number
}>(({ list, endList, since, first, last, end }) => {
  const between = (from: number, until: number) =>
    memberDaySource.rows(sql`${memberDaySource.at} >= ${from} and ${memberDaySource.at} < ${until}`)
  return sql`
    select ${sql.lit(firstMemberDayList)} + list % ${sql.lit(memberDayStride)} as list, sum(n) as n
    from (
      select list, n from tally where list >= ${list} and list < ${endList} and level = ${sql.lit(dayLevel)}
      union all select list, 1 from (${between(since, first)}) first_day
      union all select list, 1 from (${between(last, end)}) last_day
    ) days
    group by list % ${sql.lit(memberDayStride)}`
})

const names = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('member')
    .where(inList(db, 'id', ids))
    .select(['id', 'name']),
)

/**
 * After a clock was set back, an end may precede its start; such durations are left out. The order is the same on both
 * databases.
 */
const times = (at: string, order: readonly string[], took: RawBuilder<number>, which: RawBuilder<boolean>) =>
  statement(
    (_, { since, end, most }: InstantRange & { most: number }) => sql<{ times: string | null }>`
      select string_agg(cast(took as text), ',') as times
      from (
        select ${took} as took from ticket where ${sql.ref(at)} >= ${since} and ${sql.ref(at)} < ${end} and ${which} and ${took} >= 0
        order by ${sql.join([at, ...order].map((column) => sql`${sql.ref(column)} desc`))} limit ${most}
      ) newest`,
  )
const durations = {
  claim: times('claimed_at', ['created_at'], sql`claimed_at - created_at`, milestones.created.which),
  repair: times('finished_at', ['status', 'claimed_at'], sql`finished_at - claimed_at`, milestones.repaired.which),
}

const openSince = statement(
  (db, { moments }: { moments: readonly number[] }) => sql<{ moment: number; n: number }>`
    select value as moment, (select count(*) from ticket where open = 1 and created_at >= value) as n
    from ${numberTable(db, moments)}`,
)

const devices = statement((db, { since, end, newest, most }: InstantRange & { newest: number; most: number }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('ticket')
        .where('created_at', '>=', since)
        .where('created_at', '<', end)
        .select(['id', 'device'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(newest)
        .as('newest'),
    )
    .select((eb) => ['device', eb.fn.countAll<number>().as('count')])
    .groupBy('device')
    .orderBy('count', 'desc')
    .orderBy((eb) => eb.fn.max('id'), 'desc')
    .limit(most),
)

// SQLite keeps the order of a cross join; by itself it would read all workers.
const leftBehind = statement((db, { most }: { most: number }) =>
  db
    .selectFrom('member')
    .crossJoin('worker')
    .crossJoin('ticket')
    .whereRef('worker.member_id', '=', 'member.id')
    .whereRef('ticket.id', '=', 'worker.ticket_id')
    .where('member.active', '=', 0)
    .where('worker.open', '=', 1)
    .where(sql<boolean>`+ticket.status in (${inWork})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('worker as other')
            .innerJoin('member as there', 'there.id', 'other.member_id')
            .whereRef('other.ticket_id', '=', 'ticket.id')
            .where('there.active', '=', 1)
            .select('there.id'),
        ),
      ),
    )
    .select((eb) => ['ticket.id', 'ticket.device', eb.fn.min('member.name').as('member')])
    .groupBy(['ticket.id', 'ticket.device'])
    .orderBy('ticket.id')
    .limit(most),
)

// Each possible outcome is one range of an index. Grouping would sort all finished tickets.
const outcomeRows = [...outcomes, ''].flatMap((outcome) =>
  (outcome === 'end_of_life' ? ['', ...barriers] : ['']).map(
    (barrier) => sql`(${sql.lit(outcome)}, ${sql.lit(barrier)})`,
  ),
)
const categoryRows = [0, ...Object.values(categories)].map((category) => sql`(${sql.lit(category)})`)

const outcomeCounts = statement(
  (_, { since, end }: InstantRange) => sql<{
    outcome: Outcome | ''
    barrier: Barrier | ''
    category: number
    count: number
  }>`
    select possible.column1 as outcome, possible.column2 as barrier, kind.column1 as category, (
      select count(*) from ticket where status in (${literals(statusesIn('finished'))}) and outcome = possible.column1
      and category = kind.column1 and barrier = possible.column2 and finished_at >= ${since} and finished_at < ${end}
    ) as count
    from (values ${sql.join(outcomeRows)}) possible cross join (values ${sql.join(categoryRows)}) kind
    where possible.column1 <> '' or kind.column1 <> 0`,
)

const ratings = statement((db, { since, end }: InstantRange) =>
  db
    .selectFrom('rating')
    .where('created_at', '>=', since)
    .where('created_at', '<', end)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('stars').as('stars')]),
)

export type MilestoneCounts = Record<Milestone, number>

/** Figures over spans of time: whole days by counts, and partial days by indexes. */
export class StatisticsStore extends Queries {
  /** Counts up to these moments, from a common day, so that differences are exact. */
  async countsUntil(moments: readonly number[]): Promise<ReadonlyMap<number, MilestoneCounts>> {
    const first = dayList('created', nearestDay(Math.min(...moments)))
    const last = dayList('created', nearestDay(Math.max(...moments)))
    const [days, ends] = await allSettledOrThrow([
      wholeDays(this.db, { list: first, end: last }),
      nearMidnight(this.db, { moments }),
    ])
    const all: MilestoneCounts = { created: 0, repaired: 0, unrepairable: 0 }
    const found = new Map<number, MilestoneCounts>()
    const inOrder = lengths(days, (list) => list >= first && list < last)
      .sort((a, b) => a.list - b.list)
      .values()
    let next = inOrder.next().value
    for (const { moment, created, repaired, unrepairable } of ends.sort((a, b) => a.moment - b.moment)) {
      const end = dayList('created', nearestDay(moment))
      for (; next && next.list < end; next = inOrder.next().value) all[milestoneOf(next.list)] += next.n
      found.set(moment, {
        created: all.created + created,
        repaired: all.repaired + repaired,
        unrepairable: all.unrepairable + unrepairable,
      })
    }
    return found
  }

  /** The waiting times until the claim, or the repair times, of the newest tickets. */
  async durations(what: keyof typeof durations, { since, end }: InstantRange, most: number): Promise<number[]> {
    const [row] = await durations[what](this.db, { since, end, most })
    return row?.times ? row.times.split(',').map(Number) : []
  }

  async openSince(moments: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await openSince(this.db, { moments })
    return new Map(rows.map(({ moment, n }) => [moment, n]))
  }

  devices({ since, end }: InstantRange, newest: number, most: number) {
    return devices(this.db, { since, end, newest, most })
  }

  async repairedBy({ since, end }: InstantRange) {
    const firstDay = Math.ceil(since / day)
    const lastDay = Math.max(firstDay, Math.floor(end / day))
    const [list, endList] = [memberDayList(0, firstDay), memberDayList(0, lastDay)]
    const first = Math.min(day * firstDay, end)
    const rows = await repairedBy(this.db, { list, endList, since, first, last: day * lastDay, end })
    const finished = new Map<number, number>()
    for (const { list: one, n } of lengths(rows, (one) => one >= list && one < endList))
      finished.set(one % memberDayStride, (finished.get(one % memberDayStride) ?? 0) + n)
    const members = await names(this.db, { ids: [...finished.keys()] })
    return members
      .map((member) => ({ ...member, finished: finished.get(member.id) ?? 0 }))
      .filter((member) => member.finished > 0)
      .sort((a, b) => b.finished - a.finished || a.id - b.id)
  }

  /** Tickets in work whose workers have all left the team, with one of them. */
  leftBehind(most: number) {
    return leftBehind(this.db, { most })
  }

  async outcomes({ since, end }: InstantRange) {
    const rows = await outcomeCounts(this.db, { since, end })
    return rows.map((row) => ({ ...row, count: Number(row.count) })).filter(({ count }) => count > 0)
  }

  async ratings({ since, end }: InstantRange) {
    const [row] = await ratings(this.db, { since, end })
    return { count: Number(row?.count ?? 0), stars: Number(row?.stars ?? 0) }
  }
}
