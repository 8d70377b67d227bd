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
      'note.hidden',
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
    .select(['note.id as noteId', 'note.person_id as personId', 'media.name', 'media.state', 'media.secret'])
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

const holdingOf = (db: Db) =>
  db
    .selectFrom('holding')
    .leftJoin('member', 'member.id', 'holding.member_id')
    .where('holding.ticket_id', '=', sql<number>`ticket.id`)
    .select(['holding.since', 'holding.place', 'holding.shelf', 'member.name as keeper'])

// Somebody without an account is reached by what was written down for them.
const intakeOf = (db: Db) =>
  db
    .selectFrom('intake')
    .innerJoin('member', 'member.id', 'intake.member_id')
    .leftJoin('notify', (join) =>
      join.on('notify.person_id', '=', sql<number>`ticket.person_id`).on('intake.adopted_at', 'is', null),
    )
    .where('intake.ticket_id', '=', sql<number>`ticket.id`)
    .select(['member.name as filedBy', 'notify.mail'])

const receiptOf = (db: Db) =>
  db.selectFrom('receipt').where('receipt.ticket_id', '=', sql<number>`ticket.id`).select('receipt.created_at as at')

const ratingOf = (db: Db) =>
  db
    .selectFrom('rating')
    .where('rating.ticket_id', '=', sql<number>`ticket.id`)
    .select(['rating.stars', 'rating.content', 'rating.created_at as createdTime'])

const visitOn = (db: Db, day: Slots<{ day: string }>['day']) =>
  db
    .selectFrom('visit')
    .where('visit.ticket_id', '=', sql<number>`ticket.id`)
    .where('visit.day', '=', day)
    .select(['visit.number', 'visit.created_at as at'])

const mergedWith = (db: Db) =>
  db
    .selectFrom('ticket_merge')
    .where('ticket_merge.into_id', '=', sql<number>`ticket.id`)
    .select('ticket_merge.ticket_id as id')
    .limit(sql.lit(1))

interface PageSlots {
  id: number
  lane: string
  memberId: number
  day: string
}

const page = preparedQuery((db, { id, lane, memberId, day }: Slots<PageSlots>) =>
  db
    .selectFrom('ticket')
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
      nested(db, holdingOf(db)).as('holdings'),
      nested(db, intakeOf(db)).as('intakes'),
      nested(db, receiptOf(db)).as('receipts'),
      nested(db, visitOn(db, day)).as('visits'),
      nested(db, mergedWith(db)).as('merged'),
      nested(db, ratingOf(db)).as('ratings'),
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
      const { holdings, intakes, receipts, visits, merged, ratings, ...ticket } = rest
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
        holding: rowsIn(holdings)[0],
        /** The ledger, oldest first. */
        lines: rowsIn(lines).reverse(),
        tags: rowsIn(tags).map((tag) => tag.id),
        /** Of a visitor: who filed it, and how they are reached. */
        intake: rowsIn(intakes)[0],
        receiptAt: rowsIn(receipts)[0]?.at,
        /** Their number of that day, and when they got it. */
        visit: rowsIn(visits)[0],
        /** Whether others were joined with it. */
        joined: rowsIn(merged).length > 0,
        /** What its owner thinks of it. */
        rating: rowsIn(ratings)[0],
      }
    },
  }
}

export type TicketPage = NonNullable<Awaited<ReturnType<ReturnType<typeof ticketPageStore>['find']>>>
export type PictureRow = NonNullable<ReturnType<TicketPage['pictures']['get']>>[number]
export type NoteRow = TicketPage['notes'][number]
export type Elsewhere = Pick<TicketPage, 'remote' | 'undelivered'>
