import { noteTypes, type Status, statuses } from '#contract/codes.ts'
import type { ReviewReason } from '#contract/content/content.ts'
import { Refusal } from '#contract/errors.ts'
import type { OutcomeInput } from '#contract/tickets/outcome-fields.ts'
import type { TicketAction } from '#contract/tickets/ticket-access.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import type { HandBackInput } from '#rules/counter/custody.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'
import { outcomeAfterReopening, outcomeChange } from '#rules/tickets/outcomes.ts'
import {
  allowedMoves,
  checkMove,
  isFinished,
  isUnretrieveAllowed,
  statusAfterDrop,
  type TicketState,
} from '#rules/tickets/tickets.ts'
import { type ChangeResult, type Tx, unchanged, withEvent } from '#store/store.ts'
import type { KeyedResult } from '#store/team/idempotency-keys.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import { writeTicketLines } from '../hours/ticket-lines.ts'
import { releaseBookings } from '../repair-days/allocation.ts'
import { type Actor, assertNotErased, type MemberActor } from '../shared/actor.ts'
import { checkText } from '../shared/content-checks.ts'
import type { Ctx } from '../shared/context.ts'
import { idempotent } from '../shared/idempotency.ts'
import {
  aboutTicket,
  assertMay,
  handBackOf,
  lockWithOwner,
  ticketChange,
  ticketState,
} from '../shared/ticket-access.ts'
import { assertSameReturn, returnDevice, undoReturn } from './device-ledger.ts'
import { fileTicket, type TicketInput } from './filing.ts'
import { findPictures, type PictureRef } from './media.ts'
import { flagNote, type NoteInput, optionalNote, writeNote } from './notes.ts'
import { reindexing } from './reindexing.ts'
import { type Contact, setContact } from './set-contact.ts'

export interface MoveInput extends NoteInput, OutcomeInput {
  readonly status: Status
}

async function lockFor(tx: Tx, actor: Actor, action: TicketAction, id: number): Promise<Locked<Ticket>> {
  const ticket = await tx.tickets.lock(id)
  assertMay(actor, action, id, ticket)
  return ticket
}

async function setStatus(tx: Tx, ticket: Locked<Ticket>, status: Status, at: number): Promise<Locked<Ticket>> {
  const finished = isFinished(status) ? at : isFinished(ticket.status) ? null : ticket.finished_at
  return tx.tickets.update(ticket, {
    status,
    finished_at: finished,
    ...(isFinished(status) ? {} : outcomeAfterReopening(ticket)),
    ...(isTicketOpen({ status, confirmed: false }) ? { open: 1 } : { open: 0, ended_at: at }),
  })
}

/** Claims an unclaimed ticket first. `note` is the type of the note of this move. */
async function claimAndMove(
  ctx: Ctx,
  tx: Tx,
  actor: MemberActor,
  ticket: Locked<Ticket>,
  status: Status,
  at: number,
  note?: number,
): Promise<ChangeResult<void>> {
  const noteFact = note === undefined ? {} : { note }
  if (ticket.status === statuses.submitted && status !== statuses.submitted) {
    const accepted: TicketState = { status: statuses.accepted, confirmed: false, workers: [actor.memberId] }
    checkMove(accepted, status)
    const claimed = await tx.tickets.claim(ticket.id, actor.memberId, at)
    if (!claimed) throw new Error('a locked ticket could not be claimed')
    if (status === statuses.accepted)
      return withEvent(tx, { kind: 'ticket.claimed', by: actor, at, ...ticketChange(ticket, claimed), ...noteFact })
    return applyMove(ctx, tx, actor, claimed, status, at, { before: ticket, ...noteFact })
  }
  return applyMove(ctx, tx, actor, ticket, status, at, noteFact)
}

async function applyMove(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  ticket: Locked<Ticket>,
  status: Status,
  at: number,
  { before, ...said }: { readonly before?: Ticket; readonly note?: number } = {},
): Promise<ChangeResult<void>> {
  if (!checkMove(ticketState(ticket), status)) return unchanged
  let next = ticket
  if (status === statuses.submitted) for (const { id } of ticket.workers) next = await tx.tickets.drop(next, id)
  next = await setStatus(tx, next, status, at)
  // Before this move has a note, because only the first finish of a ticket counts.
  if (isFinished(status)) await writeTicketLines(tx, next, ctx.duty.facts(), ctx.settings.current(), at)
  const facts = { ...ticketChange(before ?? ticket, next), claimed: before !== undefined, ...said }
  const moved = await tx.record({ kind: 'ticket.moved', by: actor, at, ...facts })
  const released =
    next.open === 1
      ? []
      : await releaseBookings(tx, [next.id], { by: actor, at, zone: ctx.settings.current().timeZone })
  return { answer: undefined, events: [moved, ...released] }
}

async function moveWithNote(
  ctx: Ctx,
  tx: Tx,
  actor: MemberActor,
  ticket: Locked<Ticket>,
  input: MoveInput,
  pictures: readonly PictureRef[],
  why: ReviewReason | undefined,
): Promise<ChangeResult<KeyedResult>> {
  const at = ctx.now()
  const note = optionalNote(input, actor)
  const outcome = outcomeChange(ticket, input, input.status, at)
  const updated = outcome ? await reindexing(tx, [ticket.id], () => tx.tickets.update(ticket, outcome)) : ticket
  if (why && (input.brand || input.remedy)) await flagTicket(tx, actor, ticket.id, why, at)
  const { events: moveEvents } = await claimAndMove(ctx, tx, actor, updated, input.status, at, note?.type)
  const events = outcome
    ? [
        ...moveEvents,
        await tx.record({ kind: 'ticket.outcome', by: actor, at, ...aboutTicket(updated), outcome: updated.outcome }),
      ]
    : moveEvents
  if (!note) return { answer: { ticketId: ticket.id, noteId: null }, events }
  await assertNotErased(tx, actor)
  const written = await writeNote(tx, actor, ticket, note, pictures, at, events.length > 0)
  if (why && publicTextOf(input)) await flagNote(tx, actor, written.answer, why, at)
  return { answer: { ticketId: ticket.id, noteId: written.answer }, events: [...events, ...written.events] }
}

/** Calls with the same key file one ticket. */
export async function createTicket(ctx: Ctx, actor: Actor, input: TicketInput, key?: string): Promise<KeyedResult> {
  const { device, deviceModel, owner: named, description } = input
  const why = await checkText(ctx, actor, 'social', [device, deviceModel, named, description], { key })
  const pictures = await findPictures(ctx, input.pic ?? [])
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const look = () =>
      allSettledOrThrow([
        assertNotErased(tx, actor),
        input.owner && input.phone ? undefined : tx.users.profile(actor.personId),
      ])
    return idempotent(tx, {
      personId: actor.personId,
      key,
      at,
      input,
      load: look,
      async work(loaded) {
        const [, profile] = input.owner && input.phone ? [] : await loaded
        const owner = input.owner || (profile?.name ?? '')
        const phone = input.phone || (profile?.phone ?? '')
        const [, done] = await allSettledOrThrow([
          loaded,
          fileTicket(tx, actor, { ...input, owner, phone }, { kinds: ctx.settings.current().kinds, pictures, at }),
        ])
        if (why && done.answer.ticketId !== null) await flagTicket(tx, actor, done.answer.ticketId, why, at)
        return done
      },
    })
  })
}

/** Of several members at once, exactly one gets the ticket. */
export function claimTicket(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const claimed = await tx.tickets.claim(id, actor.memberId, at)
    if (!claimed) return explainLostClaim(actor, id, await tx.tickets.find(id))
    const facts = ticketChange({ ...claimed, status: statuses.submitted }, claimed)
    return withEvent(tx, { kind: 'ticket.claimed', by: actor, at, ...facts })
  })
}

/** The note is stored with the move or not at all. */
export async function moveTicket(ctx: Ctx, actor: MemberActor, id: number, input: MoveInput, key?: string) {
  const why = await checkText(ctx, actor, 'comment', [publicTextOf(input), input.brand, input.remedy], {
    key,
    may: async (tx) => assertMay(actor, 'see', id, await tx.tickets.find(id)),
  })
  const pictures = await findPictures(ctx, input.pic ?? [])
  await ctx.store.change((tx) =>
    idempotent(tx, {
      personId: actor.personId,
      key,
      at: ctx.now(),
      input: { ticket: id, ...input },
      load: () => lockFor(tx, actor, 'move', id),
      work: async (ticket) => moveWithNote(ctx, tx, actor, await ticket, input, pictures, why),
    }),
  )
}

/** For the owner, or for workers like any other move. */
export function cancelTicket(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const ticket = await lockFor(tx, actor, 'cancel', id)
    if (ticket.person_id === actor.personId) return applyMove(ctx, tx, actor, ticket, statuses.cancelled, ctx.now())
    return claimAndMove(ctx, tx, asMember(actor), ticket, statuses.cancelled, ctx.now())
  })
}

export async function changeContact(ctx: Ctx, actor: Actor, id: number, input: Contact): Promise<void> {
  const found = await ctx.store.read((tx) => tx.tickets.find(id))
  assertMay(actor, 'contact', id, found)
  const why = await checkText(ctx, actor, 'profile', [input.owner === found.owner ? '' : input.owner])
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const [ticket] = await allSettledOrThrow([lockFor(tx, actor, 'contact', id), assertNotErased(tx, actor)])
    const { owner = ticket.owner, phone = ticket.phone } = input
    const fields = [
      ...(owner === ticket.owner ? [] : ['name' as const]),
      ...(phone === ticket.phone ? [] : ['phone' as const]),
    ]
    if (fields.length === 0) return unchanged
    if (!isTicketOpen(ticketState(ticket))) throw new Refusal('ticket_over')
    const next = await setContact(tx, ticket, { owner, phone })
    const thing = { kind: 'owner', id } as const
    if (why) await tx.content.add({ thing, personId: actor.personId, why, at })
    else if (owner !== ticket.owner) await tx.content.removeFor(thing)
    return withEvent(tx, { kind: 'ticket.contact', by: actor, at, ...aboutTicket(next), fields })
  })
}

/** For a received device, `input` says what was returned and to whom. */
export async function retrieveTicket(ctx: Ctx, actor: MemberActor, id: number, input: HandBackInput = {}) {
  const [signature] = await findPictures(ctx, input.signature ? [input.signature] : [])
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await (signature ? lockWithOwner(tx, id) : tx.tickets.lock(id))
    assertMay(actor, 'retrieve', id, ticket)
    if (ticket.confirmed_at !== null) {
      await assertSameReturn(tx, ticket, input, signature)
      return unchanged
    }
    if (ticket.status === statuses.submitted) throw new Refusal('not_claimed')
    await returnDevice(tx, actor, ticket, input, signature, at)
    const next = await tx.tickets.update(ticket, { confirmed_at: at, ended_at: at, open: 0 })
    const retrieved = await tx.record({ kind: 'ticket.retrieved', by: actor, at, ...ticketChange(ticket, next) })
    const released = await releaseBookings(tx, [id], { by: actor, at, zone: ctx.settings.current().timeZone })
    return { answer: undefined, events: [retrieved, ...released] }
  })
}

/** Everything that was written since stays. */
export function undoRetrieval(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await lockFor(tx, actor, 'unretrieve', id)
    if (ticket.confirmed_at === null) return unchanged
    if (!isUnretrieveAllowed(handBackOf(ticket), at)) throw new Refusal('undo_over')
    // A cancelled ticket stays ended.
    const open = isTicketOpen({ status: ticket.status, confirmed: false })
    const next = await tx.tickets.update(ticket, {
      confirmed_at: null,
      ...(open ? { open: 1, ended_at: null } : {}),
    })
    await undoReturn(tx, actor, ticket, at)
    return withEvent(tx, { kind: 'ticket.unretrieved', by: actor, at, ...ticketChange(ticket, next) })
  })
}

/** An administrator may assign an unclaimed ticket this way. */
export function assignTicket(
  ctx: Ctx,
  actor: MemberActor,
  id: number,
  whom: { readonly member?: number; readonly name?: string },
): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await lockFor(tx, actor, 'assign', id)
    const colleague = await colleagueOf(tx, whom)
    if (ticket.workers.some((worker) => worker.id === colleague.id)) return unchanged
    if (!isTicketOpen(ticketState(ticket))) throw new Refusal('move_not_allowed', { allowed: [] })
    if (ticket.status === statuses.submitted) await tx.tickets.claim(id, colleague.id, at)
    else await tx.tickets.join(ticket, colleague.id, at)
    const next = (await tx.tickets.find(id)) ?? ticket
    const facts = { ...ticketChange(ticket, next, true), name: colleague.name, member: colleague.id }
    return withEvent(tx, { kind: 'ticket.assigned', by: actor, at, ...facts })
  })
}

/** An administrator may take another member off the ticket. */
export function dropTicket(ctx: Ctx, actor: MemberActor, id: number, whom: number = actor.memberId): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await lockFor(tx, actor, whom === actor.memberId ? 'drop' : 'take_off', id)
    const leaver = ticket.workers.find((worker) => worker.id === whom)
    if (!leaver) return unchanged
    const status = statusAfterDrop(ticketState(ticket))
    let next = await tx.tickets.drop(ticket, whom)
    if (status !== ticket.status) next = await setStatus(tx, next, status, at)
    const facts = { ...ticketChange(ticket, next, true), ...(whom === actor.memberId ? {} : { name: leaver.name }) }
    return withEvent(tx, { kind: 'ticket.dropped', by: actor, at, ...facts })
  })
}

/** Forwards the ticket to the external ticket system; the outbox delivers it. */
export function forwardTicket(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await lockFor(tx, actor, 'forward', id)
    if (ticket.forwarded_at !== null) return unchanged
    const next = await tx.tickets.update(ticket, { forwarded_at: at })
    return withEvent(tx, { kind: 'ticket.forwarded', by: actor, at, ...aboutTicket(next) })
  })
}

/** Claiming one's own ticket again is no error. */
function explainLostClaim(actor: MemberActor, id: number, ticket: Ticket | undefined): ChangeResult<void> {
  assertMay(actor, 'claim', id, ticket)
  if (ticket.workers.some((worker) => worker.id === actor.memberId)) return unchanged
  const by = ticket.workers.map(({ name }) => name).join(', ')
  if (!isTicketOpen(ticketState(ticket)) || by === '')
    throw new Refusal('move_not_allowed', { allowed: allowedMoves(ticketState(ticket)) })
  throw new Refusal('already_claimed', { by })
}

async function colleagueOf(tx: Tx, { member, name }: { readonly member?: number; readonly name?: string }) {
  if (member === undefined && name === undefined) throw new Refusal('bad_input', { field: 'member', flaw: 'missing' })
  const found = member === undefined ? await tx.members.activeByName(name ?? '') : await tx.members.find(member)
  if (!found || found.active === 0) throw new Refusal('member_not_found')
  return found
}

function asMember(actor: Actor): MemberActor {
  if (actor.memberId === null || actor.role === 'user') throw new Refusal('wrong_role', { needed: 'member' })
  return { ...actor, role: actor.role, memberId: actor.memberId }
}

const publicTextOf = ({ content, type }: NoteInput) => (type === noteTypes.internal ? undefined : content?.trim())

const flagTicket = (tx: Tx, { personId }: Actor, id: number, why: ReviewReason, at: number) =>
  tx.content.add({ thing: { kind: 'ticket', id }, personId, why, at })
