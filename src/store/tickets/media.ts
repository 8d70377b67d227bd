import { sql } from 'kysely'
import { countOf, hasAny, statement } from '../engine/index.ts'
import { laneOf } from '../outbox/outbox.ts'
import { Queries } from '../queries.ts'
import { outboxStates, type PictureState, pictureStates } from '../tables.ts'

const findPicture = statement((db, { name }: { name: string }) =>
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

export type StoredPicture = Awaited<ReturnType<typeof findPicture>>[number]

/** Owners and uses of pictures. The files are elsewhere. */
export class PictureStore extends Queries {
  #retire() {
    return this.db.updateTable('media').set({ gone: 1 })
  }
  /** With a secret, the picture is held until a verdict. */
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
  /** `undefined` for a picture that is unknown or retired. */
  async find(name: string): Promise<StoredPicture | undefined> {
    return (await findPicture(this.db, { name }))[0]
  }
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
  /** Saves the trace of WeChat's check, unless a member has decided. */
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
  async lock(name: string): Promise<StoredPicture | undefined> {
    await this.db.selectFrom('media').where('name', '=', name).select('name').forNoKeyUpdate().execute()
    return this.find(name)
  }
  /** Unless a verdict is still awaited, a later one of WeChat is ignored. */
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
  /** Held pictures from before then. With `asks`, WeChat must also have answered the request by then. */
  async unjudgedSince(at: number, count: number, asks: boolean): Promise<string[]> {
    const rows = await this.db
      .selectFrom('media')
      .where('state', '=', sql.lit(pictureStates.held))
      .where('created_at', '<=', at)
      .where('gone', '=', 0)
      .$if(asks, (query) =>
        query.where(sql<boolean>`not exists (select 1 from outbox where lane = ${laneOf('pictures', '')} || media.name
          and (outbox.state = ${outboxStates.waiting} or done_at > ${at}))`),
      )
      .select('name')
      .orderBy('created_at')
      .limit(count)
      .execute()
    return rows.map(({ name }) => name)
  }
  /** `false` if this person has no such unused picture. */
  attach(
    name: string,
    personId: number,
    user:
      | { readonly noteId: number; readonly place: number; readonly keeperId: number; readonly signature?: true }
      | { readonly memberId: number },
  ): Promise<boolean> {
    return hasAny(
      this.db
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
        // A signature is not checked, so it may not be used as anything else.
        .$if(!('signature' in user), (all) => all.where('state', '<>', pictureStates.signature))
        .returning('name'),
    )
  }
  async countOf(noteId: number): Promise<number> {
    return countOf(this.db.selectFrom('media').where('note_id', '=', noteId).where('gone', '=', 0))
  }
  /** With the author of the note, who is a member at the counter. */
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
  async retireTicket(ticketId: number): Promise<void> {
    await this.#retire()
      .where('note_id', 'in', this.db.selectFrom('note').where('ticket_id', '=', ticketId).select('id'))
      .execute()
  }
  /** For tickets whose personal data was deleted. */
  async retireScrubbed(): Promise<void> {
    await this.#retire()
      .where('gone', '=', 0)
      .where(sql<boolean>`exists (select 1 from note join ticket on ticket.id = note.ticket_id
        where note.id = media.note_id and ticket.scrubbed = 1)`)
      .execute()
  }
  async retirePerson(personId: number): Promise<void> {
    await this.#retire().where('person_id', '=', personId).where('member_id', 'is', null).execute()
  }
  async retireMember(memberId: number): Promise<void> {
    await this.#retire().where('member_id', '=', memberId).execute()
  }
  async retireUnusedBefore(at: number): Promise<number> {
    const { numUpdatedRows } = await this.#retire()
      .where('gone', '=', 0)
      .where('created_at', '<=', at)
      .where('note_id', 'is', null)
      .where('member_id', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
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
  /** Only if the upload began by then: its file is deleted and cannot come back. */
  async deleteRetired(name: string, begunBy: number): Promise<void> {
    await this.db
      .deleteFrom('media')
      .where('name', '=', name)
      .where('gone', '=', 1)
      .where('created_at', '<=', begunBy)
      .execute()
  }
}
