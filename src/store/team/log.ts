import { sql } from 'kysely'
import { operations, targets } from '#contract/codes.ts'
import type { Event } from '#events/event.ts'
import type { LogEntry } from '#events/log.ts'
import { countOf, deferredInsert, hasAny, statement } from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'

const insert = deferredInsert('log')

const after = statement((db, { id, count }: { id: number; count: number }) =>
  db
    .selectFrom('log')
    .leftJoin('ticket', (join) =>
      join.onRef('ticket.id', '=', 'log.after_id').on('log.target', '=', sql.lit(targets.ticket)),
    )
    .where('log.id', '>', id)
    .select([
      'log.id',
      'log.event',
      'log.person_id as personId',
      'log.before_id as beforeId',
      'log.after_id as afterId',
      'ticket.person_id as ownerId',
    ])
    .orderBy('log.id')
    .limit(count),
)

export interface LogFilter {
  readonly op?: string
  readonly target?: number
  readonly since?: number
  readonly until?: number
}

/**
 * Logins and logouts of users are not shown in the log. They are rows for a day, so that listeners on all nodes learn
 * of ended sessions.
 */
const comingAndGoing = sql<boolean>`(log.target = ${sql.lit(targets.user)} and log.operation in (${sql.lit(operations.log_in)}, ${sql.lit(operations.log_out)}))`

export class LogStore extends Queries {
  #matching({ op, target, since, until }: LogFilter) {
    let query = this.db.selectFrom('log').where((eb) => eb.not(comingAndGoing))
    if (op !== undefined) {
      query = query.where((eb) =>
        eb.or([
          eb('log.member_id', 'in', eb.selectFrom('member').where('name', '=', op).select('id')),
          eb.and([
            eb('log.member_id', 'is', null),
            eb('log.person_id', 'in', eb.selectFrom('person').where('name', '=', op).select('id')),
          ]),
        ]),
      )
    }
    if (target !== undefined) query = query.where('log.target', '=', target)
    if (since !== undefined) query = query.where('log.at', '>=', since)
    if (until !== undefined) query = query.where('log.at', '<', until)
    return query
  }
  async list(filter: LogFilter, offset: number, count: number) {
    return this.#matching(filter)
      .leftJoin('member', 'member.id', 'log.member_id')
      .leftJoin('person', 'person.id', 'log.person_id')
      .selectAll('log')
      .select(['member.name as memberName', 'person.name as personName'])
      .orderBy('log.id', 'desc')
      .offset(offset)
      .limit(count)
      .execute()
  }
  count(filter: LogFilter) {
    return countOf(this.#matching(filter))
  }
  /** Deletes some old logins and logouts of users, and returns their number. */
  async deleteLogins(before: number, most: number): Promise<number> {
    const rows = await this.db
      .deleteFrom('log')
      .where('id', 'in', (eb) =>
        eb.selectFrom('log').where(comingAndGoing).where('log.at', '<', before).select('log.id').limit(most),
      )
      .returning('id')
      .execute()
    return rows.length
  }
  after(id: number, count: number) {
    return after(this.db, { id, count })
  }
  async newestBy(at: number): Promise<number | undefined> {
    const query = this.db.selectFrom('log').where('at', '<=', at).select('at').orderBy('at', 'desc').limit(1)
    return (await query.executeTakeFirst())?.at
  }
  hasAfter(at: number) {
    return hasAny(this.db.selectFrom('log').where('at', '>', at).select('at').limit(1))
  }
  latest(count: number): Promise<number[]> {
    return idsOf(this.db.selectFrom('log').select('id').orderBy('id', 'desc').limit(count))
  }
  add({ kind, by, at }: Event, { operation, target, previous, current }: LogEntry): void {
    insert(this.db, {
      event: kind,
      at,
      person_id: by.personId,
      member_id: by.memberId,
      operation: operations[operation],
      target: targets[target],
      before_id: previous?.id ?? 0,
      before_info: previous ? JSON.stringify(previous.info) : '',
      after_id: current?.id ?? 0,
      after_info: current ? JSON.stringify(current.info) : '',
    })
  }
}
