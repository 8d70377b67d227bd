import { type Selectable, sql } from 'kysely'
import type { HoldingPlace } from '#contract/counter/custody-fields.ts'
import { limits } from '#contract/fields.ts'
import type { IntakeRecord } from '../counter/intakes.ts'
import { type Db, type NestedRows, nestedRows, statement } from '../engine/index.ts'
import { laneOf } from '../outbox/outbox.ts'
import { Queries } from '../queries.ts'
import { type OutboxState, outboxStates, type Tables } from '../tables.ts'
import { type Ticket, type Worker, workerRows } from './tickets.ts'

// Constants are literals, because SQLite plans a statement anew if its plan may depend on a bound number.
const noteRows = nestedRows((db) =>
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
    .limit(sql.lit(limits.page)),
)

const pictureRows = nestedRows((db) =>
  db
    .selectFrom('note')
    .innerJoin('media', 'media.note_id', 'note.id')
    .where('note.ticket_id', '=', sql<number>`ticket.id`)
    // The plus keeps SQLite from using the index by that column.
    .where(sql<boolean>`+media.gone = 0`)
    .select(['note.id as noteId', 'note.person_id as personId', 'media.name', 'media.state', 'media.secret'])
    .orderBy('media.place'),
)

const undeliveredIn = (db: Db, lane: { lane: string }['lane']) =>
  db
    .selectFrom('outbox')
    .where('outbox.lane', '=', lane)
    .where('outbox.kind', '=', sql.lit('ticket'))
    .where('outbox.state', '<>', sql.lit(outboxStates.delivered))
    .select('outbox.state')
    .limit(sql.lit(1))

const lineRows = nestedRows((db) =>
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
    .limit(sql.lit(limits.page)),
)

const tagRows = nestedRows((db) =>
  db.selectFrom('tag').where('tag.ticket_id', '=', sql<number>`ticket.id`).select('tag.id').orderBy('tag.id'),
)

const mergedWith = (db: Db) =>
  db
    .selectFrom('ticket_merge')
    .where('ticket_merge.into_id', '=', sql<number>`ticket.id`)
    .select('ticket_merge.ticket_id as id')
    .limit(sql.lit(1))

const importedVisitors = sql`case when intake.ticket_id is null
  and exists (select 1 from imported where imported.ticket_id = ticket.id)
  and not exists (select 1 from session where session.person_id = ticket.person_id)
  and not exists (select 1 from identity where identity.person_id = ticket.person_id) then 1 else 0 end`

interface PageInput {
  id: number
  lane: string
  memberId: number
  day: string
}

/** Single related rows are columns here: a list of one would cost three times as much. */
interface PageRow extends Selectable<Tables['ticket']> {
  remoteId: string | null
  remoteUrl: string | null
  seenNote: number | null
  heldSince: number | null
  heldPlace: HoldingPlace | null
  heldShelf: string | null
  keeper: string | null
  filedBy: string | null
  filerId: number | null
  filedAt: number | null
  adoptedAt: number | null
  importedVisitors: number
  mail: string | null
  receiptAt: number | null
  visitNumber: string | null
  visitAt: number | null
  ratedStars: number | null
  ratedContent: string | null
  ratedAt: number | null
  undelivered: OutboxState | null
  mergedFrom: number | null
  workers: NestedRows<Worker>
  notes: NestedRows<NoteRow>
  pictures: NestedRows<PictureRow>
  lines: NestedRows<LineRow>
  tags: NestedRows<{ id: number }>
}

// A visitor's mail address is in their own settings.
const page = statement(
  (db, { id, lane, memberId, day }: PageInput) => sql<PageRow>`select ticket.*,
      remote.remote_id as "remoteId", remote.url as "remoteUrl", seen.note_id as "seenNote",
      holding.since as "heldSince", holding.place as "heldPlace", holding.shelf as "heldShelf", keeper.name as keeper,
      filer.name as "filedBy", intake.member_id as "filerId", intake.created_at as "filedAt", intake.adopted_at as "adoptedAt",
      ${importedVisitors} as "importedVisitors", notify.mail as mail, receipt.created_at as "receiptAt",
      visit.number as "visitNumber", visit.created_at as "visitAt",
      rating.stars as "ratedStars", rating.content as "ratedContent", rating.created_at as "ratedAt",
      ${undeliveredIn(db, lane)} as undelivered, ${mergedWith(db)} as "mergedFrom",
      ${workerRows.column(db)} as workers, ${noteRows.column(db)} as notes, ${pictureRows.column(db)} as pictures,
      ${lineRows.column(db)} as lines, ${tagRows.column(db)} as tags
    from ticket
      left join remote on remote.ticket_id = ticket.id
      left join ticket_seen as seen on seen.ticket_id = ticket.id and seen.member_id = ${memberId}
      left join holding on holding.ticket_id = ticket.id
      left join member as keeper on keeper.id = holding.member_id
      left join intake on intake.ticket_id = ticket.id
      left join member as filer on filer.id = intake.member_id
      left join notify on notify.person_id = ticket.person_id and intake.ticket_id is not null and intake.adopted_at is null
      left join receipt on receipt.ticket_id = ticket.id
      left join visit on visit.ticket_id = ticket.id and visit.day = ${day}
      left join rating on rating.ticket_id = ticket.id
    where ticket.id = ${id}`,
)

export type NoteRow = ReturnType<typeof noteRows.rows>[number]
export type PictureRow = ReturnType<typeof pictureRows.rows>[number]
type LineRow = ReturnType<typeof lineRows.rows>[number]

export interface TicketPageData {
  readonly ticket: Ticket
  readonly notes: readonly NoteRow[]
  readonly pictures: ReadonlyMap<number, readonly PictureRow[]>
  /** The ticket in the external system, or the state of its delivery. */
  readonly remote: { readonly id: string; readonly url: string | null } | undefined
  readonly undelivered: OutboxState | undefined
  readonly seen: number | undefined
  readonly holding:
    | { readonly since: number; readonly place: HoldingPlace; readonly shelf: string; readonly keeper: string | null }
    | undefined
  readonly lines: readonly LineRow[]
  readonly tags: number[]
  /** The member who filed it for a visitor. */
  readonly filedBy: string
  readonly intake: IntakeRecord | undefined
  /** True if it was imported and its owner has no account. */
  readonly importedVisitors: boolean
  readonly mail: string
  readonly receiptAt: number | undefined
  readonly visit: { readonly number: string; readonly at: number } | undefined
  readonly hasMerged: boolean
  readonly rating: { readonly stars: number; readonly content: string; readonly createdTime: number } | undefined
}
export type RemoteState = Pick<TicketPageData, 'remote' | 'undelivered'>

export class TicketPageStore extends Queries {
  /** `memberId` 0 stands for no member. `day` is a date of the team's calendar. */
  async find(id: number, memberId: number, day: string): Promise<TicketPageData | undefined> {
    const [row] = await page(this.db, { id, lane: laneOf('external', id), memberId, day })
    if (!row) return undefined
    const { heldPlace, visitAt, ratedAt } = row
    return {
      // Copying all columns would take as long as reading them.
      ticket: Object.assign(row, { workers: workerRows.rows(row.workers) }),
      notes: noteRows.rows(row.notes).reverse(),
      pictures: Map.groupBy(pictureRows.rows(row.pictures), ({ noteId }) => noteId),
      remote: row.remoteId === null ? undefined : { id: row.remoteId, url: row.remoteUrl },
      undelivered: row.undelivered ?? undefined,
      seen: row.seenNote ?? undefined,
      holding:
        heldPlace === null
          ? undefined
          : { since: row.heldSince ?? 0, place: heldPlace, shelf: row.heldShelf ?? '', keeper: row.keeper },
      lines: lineRows.rows(row.lines).reverse(),
      tags: tagRows.rows(row.tags).map((tag) => tag.id),
      filedBy: row.filedBy ?? '',
      intake:
        row.filerId === null || row.filedAt === null
          ? undefined
          : { memberId: row.filerId, at: row.filedAt, adoptedAt: row.adoptedAt },
      importedVisitors: row.importedVisitors === 1,
      mail: row.mail ?? '',
      receiptAt: row.receiptAt ?? undefined,
      visit: visitAt === null ? undefined : { number: row.visitNumber ?? '', at: visitAt },
      hasMerged: row.mergedFrom !== null,
      rating:
        ratedAt === null
          ? undefined
          : { stars: row.ratedStars ?? 0, content: row.ratedContent ?? '', createdTime: ratedAt },
    }
  }
}
