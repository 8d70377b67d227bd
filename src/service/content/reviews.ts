import { Refusal } from '#contract/errors.ts'
import { wallClock } from '#kit/time.ts'
import type { RecordedEvent } from '#store/events.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import { pictureStates } from '#store/tables.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'
import { isWithheld, pictureUrl } from '../shared/picture-addresses.ts'
import { aboutTicket, followMerges } from '../shared/ticket-access.ts'
import { afterCommit } from '../shared/warn.ts'
import { removeDeletedPictures } from '../tickets/media.ts'
import { hideTexts } from '../tickets/merging.ts'
import { setContact } from '../tickets/set-contact.ts'
import { lockPicture, removePicture } from './pictures.ts'

type StoredReview = NonNullable<Awaited<ReturnType<Tx['content']['remove']>>>

/** Returns the ticket of the decision, if any. */
async function applyDecision(tx: Tx, { kind, thing, picture, person_id }: StoredReview, fine: boolean) {
  switch (kind) {
    case 'ticket': {
      const ticket = await tx.tickets.lock(thing)
      if (ticket && !fine) await hideTexts(tx, ticket)
      return ticket
    }
    case 'owner': {
      const ticket = await tx.tickets.lock(thing)
      return ticket && !fine ? setContact(tx, ticket, { owner: '' }) : ticket
    }
    case 'rating':
      if (!fine) await tx.ratings.eraseText(thing)
      return tx.tickets.find(thing)
    case 'note': {
      const note = await tx.notes.find(thing)
      if (note && !fine) await tx.notes.hide(thing)
      return note && tx.tickets.find(note.ticket_id)
    }
    case 'feedback':
      if (!fine) await tx.feedback.remove(thing)
      return undefined
    case 'name':
      if (!fine) await tx.users.update(person_id, { name: '' })
      return undefined
    case 'picture': {
      const held = await lockPicture(tx, picture)
      if (held && !fine) await removePicture(tx, held.picture)
      else if (held) await tx.media.setState(picture, pictureStates.shown)
      return held?.ticket
    }
  }
}

export async function listReviews(ctx: Ctx, input: PageInput) {
  const { offset, count } = pageOf(input)
  const { rows, total } = await ctx.store.read(async (tx) => ({
    rows: await tx.content.list(offset, count),
    total: await tx.content.count(),
  }))
  const { timeZone } = ctx.settings.current()
  const list = rows.map((row) => {
    const { id, kind, why, at, ticketId, personName, memberName, picture: name, state, secret } = row
    const picture = state === null ? undefined : { name, state, secret }
    return {
      id,
      kind,
      why,
      ticket: ticketId ?? 0,
      by: memberName ?? personName,
      text: textOf(row),
      picture: picture ? pictureUrl(ctx.publicUrl, picture, ctx.now()) : '',
      held: picture !== undefined && isWithheld(picture),
      createdTime: wallClock(at, timeZone),
    }
  })
  return { list, total }
}

export async function decideReview(ctx: Ctx, actor: MemberActor, id: number, fine: boolean): Promise<void> {
  await ctx.store.change(async (tx) => {
    const at = ctx.now()
    // The second of two administrators finds it decided.
    const look = await tx.content.remove(id)
    if (!look) throw new Refusal('look_not_found')
    const found = await applyDecision(tx, look, fine)
    const ticket = found && (await followMerges(tx, found))
    const facts = { by: actor, at, what: look.kind, fine }
    const event: RecordedEvent = ticket
      ? await tx.record({ kind: 'ticket.looked', ...facts, ...aboutTicket(ticket) })
      : await tx.record({ kind: 'content.looked', ...facts, user: look.person_id })
    return { answer: undefined, events: [event] }
  })
  if (!fine) await afterCommit(ctx.warn, 'remove deleted pictures', () => removeDeletedPictures(ctx))
}

/** Shows a hidden ticket or note again. */
export function unhideContent(ctx: Ctx, actor: MemberActor, id: number, note?: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const ticket = await tx.tickets.lock(id)
    if (!ticket) throw new Refusal('ticket_not_found', { id })
    const hidden = note === undefined ? ticket : await tx.notes.find(note)
    if (!hidden || ('ticket_id' in hidden && hidden.ticket_id !== id)) throw new Refusal('not_found')
    if (hidden.hidden === 0) return unchanged
    if (note === undefined) await tx.tickets.update(ticket, { hidden: 0 })
    else await tx.notes.hide(note, false)
    const what = note === undefined ? 'ticket' : 'note'
    const facts = { by: actor, at: ctx.now(), what, fine: true } as const
    return withEvent(tx, { kind: 'ticket.looked', ...facts, ...aboutTicket(ticket) })
  })
}

type Row = Awaited<ReturnType<Tx['content']['list']>>[number]

function textOf(row: Row): string {
  const { kind, device, deviceModel, owner, description, brand, remedy, note, rating, feedback, personName } = row
  const text = {
    owner,
    ticket: [device, deviceModel, owner, description, brand, remedy].filter(Boolean).join('\n'),
    note,
    rating,
    feedback,
    name: personName,
    picture: '',
  }[kind]
  return text ?? ''
}
