import { sql } from 'kysely'
import type { ReviewKind, ReviewReason } from '#contract/content/content.ts'
import { countOf } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { PictureState } from '../tables.ts'

/** The id of a text, or the name of a picture. */
export type ReviewSubject =
  | { readonly kind: Exclude<ReviewKind, 'picture'>; readonly id: number }
  | { readonly kind: 'picture'; readonly name: string }

export interface NewReview {
  readonly thing: ReviewSubject
  /** The author. */
  readonly personId: number
  readonly why: ReviewReason
  readonly at: number
}

export interface ReviewRow {
  readonly id: number
  readonly kind: ReviewKind
  readonly thing: number
  readonly picture: string
  readonly why: ReviewReason
  readonly at: number
  readonly personName: string
  readonly ticketId: number | null
  readonly device: string | null
  readonly deviceModel: string | null
  readonly owner: string | null
  readonly description: string | null
  readonly brand: string | null
  readonly remedy: string | null
  readonly note: string | null
  readonly rating: string | null
  readonly feedback: string | null
  readonly state: PictureState | null
  readonly secret: string | null
  readonly memberName: string | null
}

const columnsOf = (thing: ReviewSubject) =>
  thing.kind === 'picture'
    ? { kind: thing.kind, thing: 0, picture: thing.name }
    : { kind: thing.kind, thing: thing.id, picture: '' }

export class ContentStore extends Queries {
  #withContent() {
    return (
      this.db
        .selectFrom('content_look')
        .leftJoin('media', 'media.name', 'content_look.picture')
        .leftJoin('note', (join) =>
          join.on(
            'note.id',
            '=',
            sql<number>`case content_look.kind when 'note' then content_look.thing when 'picture' then media.note_id end`,
          ),
        )
        .leftJoin('ticket', (join) =>
          join.on(
            'ticket.id',
            '=',
            sql<number>`case when content_look.kind in ('ticket', 'owner', 'rating') then content_look.thing else note.ticket_id end`,
          ),
        )
        // The id may belong to another kind; readers take only the column of their kind.
        .leftJoin('rating', 'rating.ticket_id', 'content_look.thing')
        .leftJoin('feedback', 'feedback.id', 'content_look.thing')
        .innerJoin('person', 'person.id', 'content_look.person_id')
        .leftJoin('member', 'member.id', 'media.member_id')
        // Erased, removed or unused content needs no review.
        .where(
          sql<boolean>`case content_look.kind
        when 'ticket' then ticket.id is not null
        when 'owner' then ticket.owner <> ''
        when 'note' then note.content <> ''
        when 'rating' then rating.content <> ''
        when 'feedback' then feedback.id is not null
        when 'name' then person.name <> ''
        else media.gone = 0 and coalesce(media.note_id, media.member_id) is not null end`,
        )
    )
  }
  /** Each content has one review, with a new id each time: a member who saw earlier content has not reviewed this. */
  async add({ thing, personId, why, at }: NewReview): Promise<void> {
    await this.removeFor(thing)
    await this.db
      .insertInto('content_look')
      .values({ ...columnsOf(thing), person_id: personId, why, at })
      // Two changes may add the same review at once.
      .onConflict((oc) => oc.columns(['kind', 'thing', 'picture']).doUpdateSet({ why, at }))
      .execute()
  }
  /** The oldest first. */
  async list(offset: number, count: number): Promise<ReviewRow[]> {
    // Without this type, the linter infers it at each use, for half a minute.
    const rows: ReviewRow[] = await this.#withContent()
      .select([
        'content_look.id',
        'content_look.kind',
        'content_look.thing',
        'content_look.picture',
        'content_look.why',
        'content_look.at',
        'person.name as personName',
        'ticket.id as ticketId',
        'ticket.device',
        'ticket.device_model as deviceModel',
        'ticket.owner',
        'ticket.description',
        'ticket.brand',
        'ticket.remedy',
        'note.content as note',
        'rating.content as rating',
        'feedback.content as feedback',
        'media.state',
        'media.secret',
        'member.name as memberName',
      ])
      .orderBy('content_look.id')
      .offset(offset)
      .limit(count)
      .execute()
    return rows
  }
  count() {
    return countOf(this.#withContent())
  }
  /** `undefined` if another member has decided already. */
  async remove(id: number) {
    return this.db.deleteFrom('content_look').where('id', '=', id).returningAll().executeTakeFirst()
  }
  async removeFor(thing: ReviewSubject): Promise<void> {
    const { kind, thing: id, picture } = columnsOf(thing)
    await this.db
      .deleteFrom('content_look')
      .where('kind', '=', kind)
      .where('thing', '=', id)
      .where('picture', '=', picture)
      .execute()
  }
  /** Keeps reviews of pictures that the person gave a member, who owns them now. */
  async removeOfPerson(personId: number): Promise<void> {
    const given = this.db.selectFrom('media').where('member_id', 'is not', null).where('gone', '=', 0).select('name')
    await this.db
      .deleteFrom('content_look')
      .where('person_id', '=', personId)
      .where('picture', 'not in', given)
      .execute()
  }
  /** Deletes reviews of erased or removed content. */
  async deleteStale(): Promise<void> {
    await this.db
      .deleteFrom('content_look')
      .where(
        sql<boolean>`case kind
          when 'note' then exists (select 1 from note where note.id = thing and note.content = '')
          when 'rating' then exists (select 1 from rating where ticket_id = thing and rating.content = '')
          when 'owner' then exists (select 1 from ticket where ticket.id = thing and ticket.owner = '')
          when 'feedback' then not exists (select 1 from feedback where feedback.id = thing)
          when 'name' then exists (select 1 from person where person.id = thing and person.name = '')
          else false end`,
      )
      .execute()
    await this.db
      .deleteFrom('content_look')
      .where('kind', '=', 'picture')
      .where(sql<boolean>`not exists (select 1 from media where media.name = content_look.picture and media.gone = 0)`)
      .execute()
  }
}
