import { sql } from 'kysely'
import { countOf, hasAny, statement } from '../engine/index.ts'
import { laneOf } from '../outbox/outbox.ts'
import { Queries } from '../queries.ts'
import { outboxStates, type PictureState, pictureStates } from '../tables.ts'

const kept = statement((db, { name }: { name: string }) =>
  db
    .selectFrom('media')
    .where('name', '=', name)
    .where('gone', '=', 0)
    .select([
      'name',
      'state',
      'secret',
      'trace',
      'note_id as noteId',
      'member_id as memberId',
      'person_id as personId',
    ]),
)

/** A picture that has not had its end. */
export interface StoredPicture {
  readonly name: string
  readonly state: PictureState
  readonly secret: string | null
  readonly trace: string | null
  readonly noteId: number | null
  readonly memberId: number | null
  readonly personId: number
}

/** Who owns which picture, and what uses it. The pictures themselves are elsewhere. */
export class MediaStore extends Queries {
  #retire() {
    return this.db.updateTable('media').set({ gone: 1 })
  }
  /** With a secret it is held until it is judged, by WeChat unless it is told otherwise. */
  async add(
    name: string,
    personId: number,
    at: number,
    secret?: string,
    state: PictureState = pictureStates.held,
  ): Promise<void> {
    await this.db
      .insertInto('media')
      .values({
        name,
        person_id: personId,
        note_id: null,
        member_id: null,
        created_at: at,
        ...(secret === undefined ? {} : { secret, state }),
      })
      .execute()
  }
  /** Nothing if nobody has it, or it has had its end. */
  async find(name: string): Promise<StoredPicture | undefined> {
    return (await kept(this.db, { name }))[0]
  }
  /** Whether this person uploaded it lately, and it was found not to be fit to be shown. */
  wasRefused(name: string, personId: number) {
    return hasAny(
      this.db
        .selectFrom('media')
        .where('name', '=', name)
        .where('person_id', '=', personId)
        .where('state', '=', pictureStates.refused)
        .select('name'),
    )
  }
  /** WeChat will tell its verdict by this, unless somebody has decided meanwhile. */
  async awaitVerdict(name: string, trace: string): Promise<void> {
    await this.db
      .updateTable('media')
      .set({ trace })
      .where('name', '=', name)
      .where('gone', '=', 0)
      .where('state', 'in', [pictureStates.held, pictureStates.unjudged])
      .execute()
  }
  async byTrace(trace: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('media')
      .where('trace', '=', trace)
      .where('gone', '=', 0)
      .select('name')
      .executeTakeFirst()
    return row?.name
  }
  /** As it is until the end of the transaction. On SQLite one change is under way at a time. */
  async lock(name: string): Promise<StoredPicture | undefined> {
    await this.db.selectFrom('media').where('name', '=', name).select('name').forNoKeyUpdate().execute()
    return this.find(name)
  }
  /** Moves a held picture on. Unless a verdict is still awaited, what WeChat says of it from now on counts no more. */
  async setState(name: string, state: PictureState, awaiting = false): Promise<void> {
    await this.db
      .updateTable('media')
      .set({
        state,
        ...(state === pictureStates.refused ? { gone: 1 } : {}),
        ...(awaiting ? {} : { trace: null }),
      })
      .where('name', '=', name)
      .execute()
  }
  /** Some of those that nobody has judged since then. WeChat has as long for those that it was asked about later; `asks` is whether it is asked. */
  async unjudgedSince(at: number, count: number, asks: boolean): Promise<string[]> {
    const rows = await this.db
      .selectFrom('media')
      .where('state', '=', sql.lit(pictureStates.held))
      .where('created_at', '<=', at)
      .where('gone', '=', 0)
      .$if(asks, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('outbox')
                .where('lane', '=', sql<string>`${laneOf('pictures', '')} || media.name`)
                .where((eb) => eb.or([eb('outbox.state', '=', outboxStates.waiting), eb('done_at', '>', at)]))
                .select('outbox.id'),
            ),
          ),
        ),
      )
      .select('name')
      .orderBy('created_at')
      .limit(count)
      .execute()
    return rows.map(({ name }) => name)
  }
  /** Gives a picture of this person, that nothing uses yet, to a note or a member; `false` if there is none such. */
  async attach(
    name: string,
    personId: number,
    user:
      | { readonly noteId: number; readonly place: number; readonly keeperId: number; readonly signature?: true }
      | { readonly memberId: number },
  ): Promise<boolean> {
    const row = await this.db
      .updateTable('media')
      .set(
        'noteId' in user
          ? { note_id: user.noteId, place: user.place, person_id: user.keeperId }
          : { member_id: user.memberId },
      )
      .where('name', '=', name)
      .where('person_id', '=', personId)
      .where('note_id', 'is', null)
      .where('member_id', 'is', null)
      .where('gone', '=', 0)
      // Nobody checks a signature, so it may be nothing else.
      .$if(!('signature' in user), (all) => all.where('state', '<>', pictureStates.signature))
      .returning('name')
      .executeTakeFirst()
    return row !== undefined
  }
  async countOf(noteId: number): Promise<number> {
    return countOf(this.db.selectFrom('media').where('note_id', '=', noteId).where('gone', '=', 0))
  }
  /** What is theirs, with who put it there: that may be a member, at the counter. */
  async ofPerson(personId: number) {
    return this.db
      .selectFrom('media')
      .leftJoin('note', 'note.id', 'media.note_id')
      .where('media.person_id', '=', personId)
      .where('media.gone', '=', 0)
      .select(['media.name', 'media.state', 'media.secret', 'note.person_id as writerId'])
      .orderBy('media.created_at')
      .execute()
  }
  /** The pictures of a ticket have had their end. */
  async retireTicket(ticketId: number): Promise<void> {
    await this.#retire()
      .where('note_id', 'in', this.db.selectFrom('note').where('ticket_id', '=', ticketId).select('id'))
      .execute()
  }
  /** Whatever is still shown on tickets that had their end. */
  async retireScrubbed(): Promise<void> {
    await this.#retire()
      .where('gone', '=', 0)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('note')
            .innerJoin('ticket', 'ticket.id', 'note.ticket_id')
            .whereRef('note.id', '=', 'media.note_id')
            .where('ticket.scrubbed', '=', 1)
            .select('note.id'),
        ),
      )
      .execute()
  }
  async retirePerson(personId: number): Promise<void> {
    await this.#retire().where('person_id', '=', personId).where('member_id', 'is', null).execute()
  }
  async retireMember(memberId: number): Promise<void> {
    await this.db.updateTable('media').set({ gone: 1 }).where('member_id', '=', memberId).execute()
  }
  /** Answers how many. */
  async retireUnusedBefore(at: number): Promise<number> {
    const { numUpdatedRows } = await this.#retire()
      .where('gone', '=', 0)
      .where('created_at', '<=', at)
      .where('note_id', 'is', null)
      .where('member_id', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
  /** So many of those that had their end, in the order of their names, after this one. */
  async retired(after: string, count: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('media')
      .where('gone', '=', 1)
      .where('name', '>', after)
      .select('name')
      .orderBy('name')
      .limit(count)
      .execute()
    return rows.map(({ name }) => name)
  }
  /** Nothing is left to remember of a picture that was begun by then: its file is removed, and cannot come any more. */
  async deleteRetired(name: string, begunBy: number): Promise<void> {
    await this.db
      .deleteFrom('media')
      .where('name', '=', name)
      .where('gone', '=', 1)
      .where('created_at', '<=', begunBy)
      .execute()
  }
}
