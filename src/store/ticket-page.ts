import { sql } from 'kysely'
import { limits } from '#contract/fields.ts'
import type { Db } from './engine/engine.ts'
import { nested, rowsIn } from './engine/nested-rows.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'
import { laneOf } from './outbox.ts'
import { outboxStates } from './tables.ts'
import { workersOn } from './tickets.ts'

// What is always the same is written out: SQLite plans a statement anew whenever a number is bound that its plan may depend on.
const notesOn = (db: Db) =>
  db
    .selectFrom('note')
    .leftJoin('member', 'member.id', 'note.member_id')
    .leftJoin('person', 'person.id', 'note.person_id')
    .where('note.ticket_id', '=', sql<number>`ticket.id`)
    .select([
      'note.id',
      'note.type',
      'note.content',
      'note.created_at',
      'note.person_id',
      'note.member_id',
      'member.name as memberName',
      'member.avatar as avatar',
      'person.name as personName',
    ])
    .orderBy('note.id', 'desc')
    .limit(sql.lit(limits.page))

const picturesOn = (db: Db) =>
  db
    .selectFrom('note')
    .innerJoin('media', 'media.note_id', 'note.id')
    .where('note.ticket_id', '=', sql<number>`ticket.id`)
    // A plus keeps SQLite from going by the index of that column.
    .where(sql<boolean>`+media.gone = 0`)
    .select(['note.id as noteId', 'media.name'])
    .orderBy('media.place')

const remotesOf = (db: Db) =>
  db
    .selectFrom('remote')
    .where('remote.ticket_id', '=', sql<number>`ticket.id`)
    .select(['remote.remote_id as id', 'remote.url'])

const undeliveredIn = (db: Db, lane: Slots<{ lane: string }>['lane']) =>
  db
    .selectFrom('outbox')
    .where('outbox.lane', '=', lane)
    .where('outbox.kind', '=', sql.lit('ticket'))
    .where('outbox.state', '<>', sql.lit(outboxStates.delivered))
    .select('outbox.state')
    .limit(sql.lit(1))

const seenOn = (db: Db, memberId: Slots<{ memberId: number }>['memberId']) =>
  db
    .selectFrom('ticket_seen')
    .where('ticket_seen.ticket_id', '=', sql<number>`ticket.id`)
    .where('ticket_seen.member_id', '=', memberId)
    .select('ticket_seen.note_id as note')

const linesOf = (db: Db) =>
  db
    .selectFrom('custody')
    .innerJoin('member', 'member.id', 'custody.member_id')
    .leftJoin('member as colleague', 'colleague.id', 'custody.to_member_id')
    .where('custody.ticket_id', '=', sql<number>`ticket.id`)
    .select([
      'custody.id',
      'custody.at',
      'custody.what',
      'custody.shelf',
      'custody.shown',
      'custody.accessories',
      'custody.note_id as noteId',
      'member.name as by',
      'colleague.name as colleague',
      'custody.to_name as toName',
    ])
    .orderBy('custody.id', 'desc')
    .limit(sql.lit(limits.page))

const tagsOf = (db: Db) =>
  db.selectFrom('tag').where('tag.ticket_id', '=', sql<number>`ticket.id`).select('tag.id').orderBy('tag.id')

interface PageSlots {
  id: number
  lane: string
  memberId: number
  day: string
}

const page = preparedQuery((db, { id, lane, memberId, day }: Slots<PageSlots>) =>
  db
    .selectFrom('ticket')
    .leftJoin('holding', 'holding.ticket_id', 'ticket.id')
    .leftJoin('member as keeper', 'keeper.id', 'holding.member_id')
    .leftJoin('intake', 'intake.ticket_id', 'ticket.id')
    .leftJoin('member as filer', 'filer.id', 'intake.member_id')
    // Somebody without an account is reached by what was written down for them.
    .leftJoin('notify', (join) =>
      join
        .onRef('notify.person_id', '=', 'ticket.person_id')
        .on('intake.ticket_id', 'is not', null)
        .on('intake.adopted_at', 'is', null),
    )
    .leftJoin('receipt', 'receipt.ticket_id', 'ticket.id')
    .leftJoin('visit', (join) => join.onRef('visit.ticket_id', '=', 'ticket.id').on('visit.day', '=', day))
    .where('ticket.id', '=', id)
    .selectAll('ticket')
    .select([
      nested(db, workersOn(db)).as('workers'),
      nested(db, notesOn(db)).as('notes'),
      nested(db, picturesOn(db)).as('pictures'),
      nested(db, remotesOf(db)).as('remotes'),
      nested(db, undeliveredIn(db, lane)).as('undelivered'),
      nested(db, seenOn(db, memberId)).as('seen'),
      nested(db, linesOf(db)).as('lines'),
      nested(db, tagsOf(db)).as('tags'),
      'holding.since',
      'holding.place',
      'holding.shelf',
      'keeper.name as keeper',
      'filer.name as filedBy',
      'receipt.created_at as receiptAt',
      'visit.number',
      'visit.created_at as visitAt',
      'notify.mail',
    ]),
)

/** Tickets with all that their pages show, in one state. */
export function ticketPageStore(db: Db) {
  return {
    /** As a member sees it, 0 is none, on a day of the team's calendar. */
    async find(id: number, memberId: number, day: string) {
      const [row] = await page(db, { id, lane: laneOf('external', id), memberId, day })
      if (!row) return undefined
      const { notes, pictures, remotes, undelivered, seen, lines, tags, ...rest } = row
      const { since, place, shelf, keeper, filedBy, receiptAt, number, visitAt, mail, ...ticket } = rest
      return {
        ticket: { ...ticket, workers: rowsIn(row.workers) },
        /** The newest, oldest first. */
        notes: rowsIn(notes).reverse(),
        pictures: Map.groupBy(rowsIn(pictures), ({ noteId }) => noteId),
        /** Where it is elsewhere, or how far it is on its way. */
        remote: rowsIn(remotes)[0],
        undelivered: rowsIn(undelivered)[0]?.state,
        /** The note up to which this member has seen it. */
        seen: rowsIn(seen)[0]?.note,
        /** Where the device is, if the team has it. */
        holding: since === null || place === null ? undefined : { since, place, shelf: shelf ?? '', keeper },
        /** The ledger, oldest first. */
        lines: rowsIn(lines).reverse(),
        tags: rowsIn(tags).map((tag) => tag.id),
        /** Of a visitor: who filed it, how they are reached, when they got a receipt, and their number of that day. */
        visitor: { filedBy, mail, receiptAt, number, visitAt },
      }
    },
  }
}

export type TicketPage = NonNullable<Awaited<ReturnType<ReturnType<typeof ticketPageStore>['find']>>>
export type NoteRow = TicketPage['notes'][number]
export type Elsewhere = Pick<TicketPage, 'remote' | 'undelivered'>
