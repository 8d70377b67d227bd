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

export interface StoredPicture {
  readonly name: string
  readonly state: PictureState
  readonly secret: string | null
  readonly trace: string | null
  readonly noteId: number | null
  readonly memberId: number | null
  readonly personId: number
}

/** Who owns which picture, and where it is used. The files are elsewhere. */
export class PictureStore extends Queries {
  #retire() {
    return this.db.updateTable('media').set({ gone: 1 })
  }
  /** A picture with a secret is held until a verdict on it. */
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
  /** True if this person uploaded it lately and it was refused. */
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
  /** Saves the id of WeChat's check, unless a member has decided meanwhile. */
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
  /** Sets the state of a held picture. Unless a verdict is still awaited, a later verdict of WeChat is ignored. */
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
  /**
   * Some held pictures from before then. With `asks`, a picture also counts only after its request to WeChat has been answered that long.
   */
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
  /** Attaches an unused picture of this person to a note or a member; `false` if there is none. */
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
  /** The pictures of a person, with the author of the note: at the counter that is a member. */
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
  /** Retires pictures of tickets whose personal data is deleted. */
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
  async retireUnusedBefore(at: number): Promise<number> {
    const { numUpdatedRows } = await this.#retire()
      .where('gone', '=', 0)
      .where('created_at', '<=', at)
      .where('note_id', 'is', null)
      .where('member_id', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
  /** Retired pictures after a name, in the order of their names. */
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
  /** Deletes the row of a retired picture that was uploaded by then: its file is deleted and cannot come any more. */
  async deleteRetired(name: string, begunBy: number): Promise<void> {
    await this.db
      .deleteFrom('media')
      .where('name', '=', name)
      .where('gone', '=', 1)
      .where('created_at', '<=', begunBy)
      .execute()
  }
}
