import { sql } from 'kysely'
import type { Status } from '#contract/codes.ts'
import type { FillableField } from '#rules/tickets/merging.ts'
import { type Db, hasAny, inList } from '../engine/index.ts'
import { Queries } from '../queries.ts'

/** Everything that is needed to undo a merge. */
export interface MergeUndo {
  readonly status: Status
  readonly finishedAt: number | null
  readonly endedAt: number | null
  readonly belongings: TicketBelongings
  /** Workers whom the merge added. */
  readonly workers: readonly number[]
  /** The earlier state of a ticket that the merge claimed. */
  readonly unclaimed?: { readonly claimedAt: number | null }
  /** Fields that the merge filled. */
  readonly filled: readonly FillableField[]
  /** The ticket's own accessories, if the merge added some. */
  readonly accessories?: readonly number[]
  readonly owned?: PersonTransfer
  /** Tickets that the merge adopted. */
  readonly adopting: readonly number[]
  /** The adoptions of both tickets after the merge. */
  readonly adopted: readonly Adoption[]
  /** True if the merge made it a visitor's ticket. */
  readonly filed: boolean
  readonly rated: boolean
}

export interface TicketBelongings {
  readonly notes: readonly number[]
  readonly lines: readonly number[]
  readonly lastLine: number
  readonly tags: readonly number[]
  readonly visits: readonly number[]
  /** Absent from merges before there were repair days. */
  readonly bookings?: readonly number[]
  readonly holding: boolean
}

export interface PersonTransfer {
  readonly tickets: readonly number[]
  readonly media: readonly string[]
  readonly browsers: readonly number[]
  /** Whether the address was moved with its row, or into the other person's row. */
  readonly mail?: 'row' | 'address'
}

export interface Adoption {
  readonly ticket: number
  readonly at: number
}

export interface Merge {
  readonly ticketId: number
  readonly intoId: number
  readonly memberId: number
  readonly personId: number | null
  readonly at: number
  readonly moved: MergeUndo
}

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** Merged tickets, and the rows that move from one to the other. */
export class TicketMergeStore extends Queries {
  /** Moves the rows of a table, all or only some, and returns their ids. */
  async #take(
    table: 'note' | 'custody' | 'tag' | 'visit' | 'booking',
    from: number,
    to: number,
    only?: readonly number[],
  ) {
    return ids(
      await this.db
        .updateTable(table)
        .set({ ticket_id: to })
        .where('ticket_id', '=', from)
        // A ticket has one visit on a day.
        .$if(table === 'visit', (query) =>
          query.where(sql<boolean>`day not in (select day from visit where ticket_id = ${to})`),
        )
        // And one booking for a repair day.
        .$if(table === 'booking', (query) =>
          query.where(sql<boolean>`day_id not in (select day_id from booking as other where other.ticket_id = ${to})`),
        )
        .$if(only !== undefined, (query) => query.where(inList(this.db, 'id', only ?? [])))
        .returning('id')
        .execute(),
    )
  }

  #takeHolding(from: number, to: number): Promise<boolean> {
    return hasAny(
      this.db.updateTable('holding').set({ ticket_id: to }).where('ticket_id', '=', from).returning('ticket_id'),
    )
  }

  #setPerson(table: 'ticket' | 'push_subscription', some: readonly number[], personId: number) {
    return this.db
      .updateTable(table)
      .set({ person_id: personId })
      .where(inList(this.db, 'id', some))
      .execute()
  }
  async add({ ticketId, intoId, memberId, personId, at, moved }: Merge): Promise<void> {
    const row = { ticket_id: ticketId, into_id: intoId, member_id: memberId, person_id: personId, at }
    await this.db
      .insertInto('ticket_merge')
      .values({ ...row, moved: JSON.stringify(moved) })
      .execute()
  }
  async remove(ticketId: number): Promise<void> {
    await this.db.deleteFrom('ticket_merge').where('ticket_id', '=', ticketId).execute()
  }
  async find(ticketId: number): Promise<Merge | undefined> {
    const row = await this.db
      .selectFrom('ticket_merge')
      .where('ticket_id', '=', ticketId)
      .select([
        'ticket_id as ticketId',
        'into_id as intoId',
        'member_id as memberId',
        'person_id as personId',
        'at',
        'moved',
      ])
      .executeTakeFirst()
    return row && { ...row, moved: JSON.parse(row.moved) as MergeUndo } // only the code above writes it
  }
  /** All tickets merged into one, directly or not, by number. */
  async mergedInto(id: number): Promise<{ id: number; intoId: number }[]> {
    const { rows } = await sql<{ id: number; intoId: number }>`
      with recursive came (id, into_id) as (
        select ticket_id, into_id from ticket_merge where into_id = ${id}
        union all
        select ticket_merge.ticket_id, ticket_merge.into_id from ticket_merge join came on ticket_merge.into_id = came.id
      )
      select id, into_id as "intoId" from came order by id`.execute(this.db)
    return rows
  }
  /** The final tickets of those among these that were merged. */
  async finalTickets(tickets: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.db
      .selectFrom('ticket')
      .where(inList(this.db, 'id', tickets))
      .where('merged_into', 'is not', null)
      .select((eb) => ['id', eb.ref('merged_into').$notNull().as('into')])
      .execute()
    if (rows.length === 0) return new Map()
    const further = await this.finalTickets(rows.map(({ into }) => into))
    return new Map(rows.map(({ id, into }) => [id, further.get(into) ?? into]))
  }
  /** The members of all merges from this ticket on. */
  async mergersOf(id: number): Promise<{ id: number; name: string }[]> {
    const { rows } = await sql<{ id: number; name: string }>`
      with recursive went (into_id, member_id) as (
        select into_id, member_id from ticket_merge where ticket_id = ${id}
        union all
        select ticket_merge.into_id, ticket_merge.member_id from ticket_merge join went on ticket_merge.ticket_id = went.into_id
      )
      select member.id, member.name from member where member.id in (select member_id from went) order by member.id`.execute(
      this.db,
    )
    return rows
  }
  /** The earlier owners of these tickets and of tickets merged into them. */
  async formerOwners(tickets: readonly number[]): Promise<number[]> {
    const rows = await this.db
      .selectFrom('ticket_merge')
      .where((eb) => eb.or([inList(this.db, 'ticket_id', tickets), inList(this.db, 'into_id', tickets)]))
      .where('person_id', 'is not', null)
      .select((eb) => eb.ref('person_id').$notNull().as('id'))
      .execute()
    return ids(rows)
  }
  async adoptions(tickets: readonly number[]): Promise<Adoption[]> {
    return this.db
      .selectFrom('intake')
      .where(inList(this.db, 'ticket_id', tickets))
      .where('adopted_at', 'is not', null)
      .select((eb) => ['ticket_id as ticket', eb.ref('adopted_at').$notNull().as('at')])
      .orderBy('ticket_id')
      .execute()
  }
  /** Returns the tickets that were not adopted yet. */
  async adopt(tickets: readonly number[], at: number): Promise<number[]> {
    const rows = await this.db
      .updateTable('intake')
      .set({ adopted_at: at })
      .where(inList(this.db, 'ticket_id', tickets))
      .where('adopted_at', 'is', null)
      .returning('ticket_id as id')
      .execute()
    return ids(rows)
  }
  async unadopt(tickets: readonly number[]): Promise<void> {
    await this.db
      .updateTable('intake')
      .set({ adopted_at: null })
      .where(inList(this.db, 'ticket_id', tickets))
      .execute()
  }
  async workers(ticketId: number): Promise<{ id: number; since: number }[]> {
    return this.db
      .selectFrom('worker')
      .where('ticket_id', '=', ticketId)
      .select(['member_id as id', 'since'])
      .orderBy('since')
      .orderBy('member_id')
      .execute()
  }

  /** Moves the rating unless the other ticket has one. */
  async moveRating(from: number, to: number): Promise<boolean> {
    const own = this.db.selectFrom('rating as own').where('own.ticket_id', '=', to).select('own.stars')
    const row = await this.db
      .updateTable('rating')
      .set({ ticket_id: to })
      .where('ticket_id', '=', from)
      .where(({ not, exists }) => not(exists(own)))
      .returning('ticket_id')
      .executeTakeFirst()
    if (!row) return false
    // The review moves with it.
    await this.db
      .updateTable('content_look')
      .set({ thing: to })
      .where('kind', '=', 'rating')
      .where('thing', '=', from)
      .execute()
    return true
  }

  async moveBelongings(from: number, to: number): Promise<TicketBelongings> {
    const last = await this.db
      .selectFrom('custody')
      .where('ticket_id', 'in', [from, to])
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst()
    return {
      notes: await this.#take('note', from, to),
      lines: await this.#take('custody', from, to),
      lastLine: last?.id ?? 0,
      tags: await this.#take('tag', from, to),
      visits: await this.#take('visit', from, to),
      bookings: await this.#take('booking', from, to),
      holding: await this.#takeHolding(from, to),
    }
  }
  /** Moves the rows back. If the device goes back too, later ledger entries follow it. */
  async restoreBelongings(
    from: number,
    to: number,
    { notes, lines, lastLine, tags, visits, bookings = [], holding }: TicketBelongings,
  ) {
    await this.#take('note', from, to, notes)
    await this.#take('custody', from, to, lines)
    await this.#take('tag', from, to, tags)
    await this.#take('visit', from, to, visits)
    await this.#take('booking', from, to, bookings)
    if (!holding || !(await this.#takeHolding(from, to))) return
    await this.db
      .updateTable('custody')
      .set({ ticket_id: to })
      .where('ticket_id', '=', from)
      .where('id', '>', lastLine)
      .execute()
  }

  /** With `contact` also transfers browsers and address. The visitor stays the author of what they wrote. */
  async transfer(
    personId: number,
    to: number,
    tickets: readonly number[],
    contact?: { key: string },
  ): Promise<PersonTransfer> {
    await this.#setPerson('ticket', tickets, to)
    const theirs = this.db
      .selectFrom('note')
      .where(inList(this.db, 'ticket_id', tickets))
      .select('id')
    const media = await this.db
      .updateTable('media')
      .set({ person_id: to })
      .where('person_id', '=', personId)
      .where('note_id', 'in', theirs)
      .returning('name')
      .execute()
    const owned = { tickets, media: media.map(({ name }) => name) }
    if (!contact) return { ...owned, browsers: [] }
    const known = this.db.selectFrom('push_subscription as other').where('other.person_id', '=', to).select('endpoint')
    const browsers = await this.db
      .updateTable('push_subscription')
      .set({ person_id: to })
      .where('person_id', '=', personId)
      .where('endpoint', 'not in', known)
      .returning('id')
      .execute()
    const mail = await transferMail(this.db, personId, to, contact.key)
    return { ...owned, browsers: ids(browsers), ...(mail ? { mail } : {}) }
  }
  async undoTransfer(
    personId: number,
    from: number,
    { tickets, media, browsers, mail }: PersonTransfer,
  ): Promise<void> {
    await this.#setPerson('ticket', tickets, personId)
    await this.#setPerson('push_subscription', browsers, personId)
    await this.db
      .updateTable('media')
      .set({ person_id: personId })
      .where(inList(this.db, 'name', media))
      .execute()
    if (!mail) return
    const address = this.db.selectFrom('notify as own').where('own.person_id', '=', personId).select('own.mail')
    const same = (query: 'notify.mail') => sql<boolean>`${sql.ref(query)} = (${address})`
    if (mail === 'row')
      await this.db.deleteFrom('notify').where('person_id', '=', from).where(same('notify.mail')).execute()
    else
      await this.db
        .updateTable('notify')
        .set({ mail: '' })
        .where('person_id', '=', from)
        .where(same('notify.mail'))
        .execute()
  }
}

/** For a person without an address, unless the mail server refused it. */
async function transferMail(db: Db, personId: number, to: number, key: string): Promise<PersonTransfer['mail']> {
  const of = (id: number) =>
    db.selectFrom('notify').where('person_id', '=', id).select(['mail', 'refused', 'choices']).executeTakeFirst()
  const [own, other] = [await of(personId), await of(to)]
  if (!own || own.mail === '' || own.mail === own.refused || (other && other.mail !== '')) return undefined
  if (other) await db.updateTable('notify').set({ mail: own.mail }).where('person_id', '=', to).execute()
  else
    await db
      .insertInto('notify')
      .values({ person_id: to, choices: own.choices, mail: own.mail, mail_key: key })
      .execute()
  return other ? 'address' : 'row'
}
