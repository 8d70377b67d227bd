import { type RawBuilder, sql } from 'kysely'
import { meaningOf, statusesIn } from '#contract/codes.ts'
import type { Db } from './engine/engine.ts'
import { literals } from './engine/value-lists.ts'
import { driftOf } from './upkeep/recount.ts'

const inWork = literals(statusesIn('in_work'))
const isRepaired = (status: number) => meaningOf(status).repaired
const repaired = literals(statusesIn('finished').filter(isRepaired))

/** Figures over stretches of time, each read from an index in its order: a `+` keeps SQLite from the index of a status. */
export function statisticsStore(db: Db) {
  const figure = async (query: RawBuilder<{ n: number }>) => (await query.execute(db)).rows[0]?.n ?? 0

  const durations = {
    claim: { since: sql.ref('claimed_at'), took: sql<number>`claimed_at - created_at`, only: sql`1 = 1` },
    repair: {
      since: sql.ref('finished_at'),
      took: sql<number>`finished_at - claimed_at`,
      only: sql`+status in (${repaired})`,
    },
  }

  return {
    created: (from: number, until: number) =>
      figure(sql`select count(*) as n from ticket where created_at >= ${from} and created_at < ${until}`),

    async finished(from: number, until: number): Promise<{ repaired: number; unrepairable: number }> {
      const rows = await db
        .selectFrom('ticket')
        .where('finished_at', '>=', from)
        .where('finished_at', '<', until)
        .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
        .groupBy('status')
        .execute()
      const finished = rows.filter(({ status }) => meaningOf(status).phase === 'finished')
      const sum = (which: boolean) =>
        finished.reduce((all, { status, n }) => all + (isRepaired(status) === which ? n : 0), 0)
      return { repaired: sum(true), unrepairable: sum(false) }
    },

    /** How long it took, for those that came to it since then: how many, and the times at these parts of the way. */
    async took(what: keyof typeof durations, from: number, parts: readonly number[]) {
      const { since, took, only } = durations[what]
      const within = sql`from ticket where ${since} >= ${from} and ${only}`
      const count = await figure(sql`select count(*) as n ${within}`)
      const times: number[] = []
      for (const part of parts) {
        const at = Math.max(0, Math.ceil(part * count) - 1)
        times.push(await figure(sql`select ${took} as n ${within} order by 1 limit 1 offset ${at}`))
      }
      return { count, times }
    },

    /** The devices that came most often since then, by the name they were given. */
    async devices(from: number, most: number) {
      return db
        .selectFrom('ticket')
        .where('created_at', '>=', from)
        .select((eb) => ['device', eb.fn.countAll<number>().as('count')])
        .groupBy('device')
        .orderBy('count', 'desc')
        .orderBy((eb) => eb.fn.max('id'), 'desc')
        .limit(most)
        .execute()
    },

    /** What each member has repaired since then, most first. */
    async repairedBy(from: number) {
      return db
        .selectFrom('ticket')
        .innerJoin('worker', 'worker.ticket_id', 'ticket.id')
        .innerJoin('member', 'member.id', 'worker.member_id')
        .where('ticket.finished_at', '>=', from)
        .where(sql<boolean>`+ticket.status in (${repaired})`)
        .select((eb) => ['member.id', 'member.name', eb.fn.countAll<number>().as('finished')])
        .groupBy(['member.id', 'member.name'])
        .orderBy('finished', 'desc')
        .orderBy('member.id')
        .execute()
    },

    /** Tickets in work whose workers are no members any more, with one of these. */
    async left(most: number) {
      return db
        .selectFrom('member')
        .innerJoin('worker', 'worker.member_id', 'member.id')
        .innerJoin('ticket', 'ticket.id', 'worker.ticket_id')
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
        .limit(most)
        .execute()
    },

    /** Tallies that do not agree with the rows. */
    drift: () => driftOf(db),
  }
}
