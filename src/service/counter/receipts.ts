import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { TicketAction } from '#contract/tickets/ticket-access.ts'
import { receiptFacts } from '#events/event.ts'
import { localDate } from '#kit/time.ts'
import { receiptEnd, visitStateOf } from '#rules/counter/counter.ts'
import * as policy from '#rules/policy.ts'
import { isReceiptUsable } from '#rules/policy.ts'
import { visibleText } from '#rules/visibility.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import { acceptsMessage } from '../messages/new-messages.ts'
import { askVisitorMail } from '../messages/visitor-mail.ts'
import { bookPlace, unbookPlace } from '../repair-days/bookings.ts'
import { bookingsOfTicket } from '../repair-days/views.ts'
import { type Actor, assertNotErased, type MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import type { PushAddress } from '../shared/ports.ts'
import { hashOf, newToken } from '../shared/secrets.ts'
import {
  aboutTicket,
  assertMay,
  counterFacts,
  followMerges,
  ticketOriginOf,
  viewerOf,
} from '../shared/ticket-access.ts'
import { addNote } from '../tickets/notes.ts'
import { type RatingInput, rateTicket } from '../tickets/ratings.ts'
import { cancelTicket } from '../tickets/tickets.ts'
import { ticketInfo } from '../tickets/views.ts'
import { arriveByBooking } from './queue.ts'

/** The ticket of a receipt, and its owner, as whom the holder acts. */
interface ReceiptHolder {
  readonly owner: Actor
  readonly ticket: Ticket
  readonly visitors: boolean
}

/** A receipt does not expire while the team has the device. */
async function receiptEndOf(tx: Tx, ticket: Ticket, lives: Settings): Promise<number | undefined> {
  const end = receiptEnd(ticket, lives)
  return end === undefined || (await tx.custody.holding(ticket.id)) ? undefined : end
}

export async function isReceiptOver(tx: Tx, ticket: Ticket, lives: Settings, at: number): Promise<boolean> {
  const end = await receiptEndOf(tx, ticket, lives)
  return ticket.scrubbed === 1 || (end !== undefined && end <= at)
}

function isExpired(ctx: Ctx, tx: Tx, ticket: Ticket) {
  return isReceiptOver(tx, ticket, ctx.settings.current(), ctx.now())
}

/**
 * The holder acts as the owner, for this ticket only. A receipt that does not exist is refused like one that has ended.
 */
async function resolveReceipt(ctx: Ctx, tx: Tx, receipt: string, action: TicketAction, caller: Actor | undefined) {
  const tokenHash = hashOf(receipt)
  const found = await tx.receipts.find(tokenHash)
  const own = found && (await tx.tickets.find(found.ticketId))
  const ticket = own && (await followMerges(tx, own))
  if (!ticket || (await isExpired(ctx, tx, ticket))) throw new Refusal('receipt_unknown')
  const visitors = await tx.intakes.belongsToVisitor(ticket.id)
  const mergers = own.id === ticket.id ? [] : await tx.ticketMerges.mergersOf(own.id)
  const owner: Actor = {
    role: 'user',
    personId: ticket.person_id,
    memberId: null,
    lang: null,
    guest: true,
    tokenHash,
    confirmed: false,
    byReceipt: { visitors },
    // Only the first receipt was given to the visitor. A later one, or one of a merged ticket, may be with its maker.
    ...(found.maker !== null && (found.later || mergers.length > 0) ? { receiptBy: found.maker } : {}),
    ...(mergers.length > 0 ? { joinedBy: mergers.map(({ name }) => name).join(', ') } : {}),
  }
  assertMay(owner, action, ticket.id, ticket)
  const memberId = caller ? await tx.users.memberOf(caller.personId) : null
  const by = [found.memberId, ...mergers.map(({ id }) => id)]
  if (action !== 'see' && !isReceiptUsable(by, memberId)) throw new Refusal('own_receipt')
  return { owner, ticket, visitors }
}

async function asOwner<T>(
  ctx: Ctx,
  receipt: string,
  action: TicketAction,
  caller: Actor | undefined,
  work: (held: ReceiptHolder) => Promise<T>,
): Promise<T> {
  try {
    return await work(await ctx.store.read((tx) => resolveReceipt(ctx, tx, receipt, action, caller)))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ticket_merged') return asOwner(ctx, receipt, action, caller, work)
    // The ticket was adopted or erased meanwhile.
    const over = error instanceof Refusal && (error.code === 'ticket_not_found' || error.code === 'not_logged_in')
    throw over ? new Refusal('receipt_unknown') : error
  }
}

/** The ticket that this person adopted with the receipt before, for a repeated call. */
async function adoptedBefore(tx: Tx, { personId }: Actor, hash: Uint8Array): Promise<number | undefined> {
  const id = await tx.intakes.ticketOfReceipt(hash)
  const ticket = id === undefined ? undefined : await tx.tickets.find(id)
  return ticket?.person_id === personId ? (await followMerges(tx, ticket)).id : undefined
}

async function visitOf(ctx: Ctx, tx: Tx, ticketId: number) {
  const visit = await tx.visits.ofTicket(ticketId, localDate(ctx.now(), ctx.settings.current().timeZone))
  if (!visit) return null
  const state = visitStateOf(visit)
  const ahead = state === 'waiting' ? await tx.visits.countAhead(visit) : 0
  return { number: visit.number, state, ahead, bench: state === 'called' ? visit.bench : '' }
}

async function notifyChoices(ctx: Ctx, tx: Tx, { personId, tokenHash }: Actor, visitor: boolean) {
  const person = visitor ? await tx.notify.person(personId) : undefined
  const mail = person && acceptsMessage(person.choices, 'ready', 'mail') ? person.mail : ''
  const pending = visitor ? await tx.codes.newestOf(personId, 'visitor_mail') : undefined
  return {
    mail: visibleText('mail', mail, ['receipt']),
    mailPending: visibleText('mail', pending ?? '', ['receipt']),
    push: await tx.pushSubscriptions.has(tokenHash),
    mailWorks: ctx.ports.channels.mail !== undefined,
    pushKey: ctx.ports.channels.push?.publicKey ?? '',
  }
}

async function withMerged(tx: Tx, id: number) {
  return [id, ...(await tx.ticketMerges.mergedInto(id)).map((merged) => merged.id)]
}

/** `false` if the ticket had no receipts. */
async function endReceipts(tx: Tx, id: number): Promise<boolean> {
  let any = false
  for (const one of await withMerged(tx, id)) any = (await tx.receipts.remove(one)) || any
  return any
}

/** All earlier receipts of the ticket end. */
export function renewReceipt(ctx: Ctx, actor: MemberActor, id: number): Promise<string> {
  const receipt = newToken()
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await tx.tickets.lock(id)
    assertMay(actor, 'see', id, ticket)
    const facts = counterFacts(ticket, await ticketOriginOf(tx, ticket), ctx.settings.current(), at)
    policy.assertAllowed(viewerOf(actor), 'make_receipt', id, facts)
    if (await isExpired(ctx, tx, ticket)) throw new Refusal('receipt_over')
    await endReceipts(tx, id)
    await tx.receipts.replace(id, hashOf(receipt), at, { memberId: actor.memberId, later: true })
    await tx.intakes.addForImported(id, actor.memberId, hashOf(receipt), at)
    return withEvent(tx, { kind: 'ticket.receipt', by: actor, at, ...aboutTicket(ticket), made: true }, receipt)
  })
}

export function revokeReceipt(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await tx.tickets.lock(id)
    assertMay(actor, 'end_receipt', id, ticket)
    if (!(await endReceipts(tx, id))) return unchanged
    return withEvent(tx, { kind: 'ticket.receipt', by: actor, at, ...aboutTicket(ticket), made: false })
  })
}

/** `count` may refuse a visitor who does so too often. */
export function rateByReceipt(
  ctx: Ctx,
  receipt: string,
  input: RatingInput,
  caller: Actor | undefined,
  count: (owner: number) => void,
): Promise<void> {
  return asOwner(ctx, receipt, 'rate', caller, ({ owner, ticket }) => {
    count(owner.personId)
    return rateTicket(ctx, owner, ticket.id, input)
  })
}

export function receiptInfo(ctx: Ctx, receipt: string, lang: Lang): Promise<Output<Contract['receipts']['info']>> {
  return asOwner(ctx, receipt, 'see', undefined, async ({ owner, ticket, visitors }) => {
    const { end, ...more } = await ctx.store.read(async (tx) => ({
      end: await receiptEndOf(tx, ticket, ctx.settings.current()),
      visit: await visitOf(ctx, tx, ticket.id),
      bookings: await bookingsOfTicket(ctx, tx, ticket.id, lang),
      notify: await notifyChoices(ctx, tx, owner, visitors),
    }))
    return {
      ticket: await ticketInfo(ctx, owner, ticket.id, lang),
      until: end === undefined ? '' : timeText(ctx, end),
      visitor: visitors,
      ...more,
    }
  })
}

/** `count` may refuse a visitor who does so too often. */
export function commentByReceipt(
  ctx: Ctx,
  receipt: string,
  content: string,
  caller: Actor | undefined,
  count: (owner: number) => void,
  key?: string,
): Promise<number> {
  return asOwner(ctx, receipt, 'comment', caller, ({ owner, ticket }) => {
    count(owner.personId)
    return addNote(ctx, owner, ticket.id, { content }, key)
  })
}

export function cancelByReceipt(ctx: Ctx, receipt: string, caller: Actor | undefined): Promise<void> {
  return asOwner(ctx, receipt, 'cancel', caller, ({ owner, ticket }) => cancelTicket(ctx, owner, ticket.id))
}

type BookingInput = Omit<Input<Contract['receipts']['book']>, 'receipt'>

export function bookByReceipt(ctx: Ctx, receipt: string, input: BookingInput, caller: Actor | undefined) {
  return asOwner(ctx, receipt, 'book', caller, ({ owner, ticket }) => bookPlace(ctx, owner, ticket.id, input))
}

export function unbookByReceipt(ctx: Ctx, receipt: string, day: number, caller: Actor | undefined): Promise<void> {
  return asOwner(ctx, receipt, 'book', caller, ({ owner, ticket }) => unbookPlace(ctx, owner, ticket.id, day))
}

export function arriveByReceipt(ctx: Ctx, receipt: string, day: number, caller: Actor | undefined): Promise<string> {
  return asOwner(ctx, receipt, 'book', caller, ({ owner, ticket }) => arriveByBooking(ctx, owner, ticket.id, day))
}

export async function notifyByReceipt(
  ctx: Ctx,
  receipt: string,
  { mail, push }: { readonly mail?: string; readonly push?: PushAddress | null },
  lang: Lang,
  caller: Actor | undefined,
  count: (owner: number) => void,
): Promise<void> {
  if ((mail && !ctx.ports.channels.mail) || (push && !ctx.ports.channels.push)) throw new Refusal('no_channel')
  if (push && !ctx.ports.channels.push?.takes(push.endpoint))
    throw new Refusal('bad_input', { field: 'push.endpoint', flaw: 'not_a_link' })
  await asOwner(ctx, receipt, 'notify', caller, async ({ owner, ticket }) => {
    const { personId, tokenHash } = owner
    count(personId)
    await ctx.store.upkeep(async (tx) => {
      if (!(await tx.intakes.belongsToVisitor(ticket.id))) throw new Refusal('not_a_visitor')
      await assertNotErased(tx, owner)
      await tx.users.update(personId, { lang })
      await tx.notify.lock(personId, newToken())
      if (mail === '') {
        await tx.notify.removeMail(personId)
        await tx.codes.removeOfPerson(personId, 'visitor_mail')
      }
      if (push) await tx.pushSubscriptions.add(personId, tokenHash, push, ctx.now())
      if (push === null) await tx.pushSubscriptions.removeOf(tokenHash)
    })
    if (mail) await askVisitorMail(ctx, personId, mail, lang)
  })
}

export function adoptReceipt(ctx: Ctx, actor: Actor, receipt: string): Promise<number> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const hash = hashOf(receipt)
    const done = await adoptedBefore(tx, actor, hash)
    if (done !== undefined) return { answer: done, events: [] }
    const { id, person_id } = (await resolveReceipt(ctx, tx, receipt, 'adopt', actor)).ticket
    if (await tx.guests.isGuest(actor.personId)) throw new Refusal('account_needed')
    // Locks people before tickets, like all changes.
    const [visitor, into] = [await tx.guests.lockAlone(person_id), await tx.guests.lock(actor.personId)]
    await assertNotErased(tx, actor)
    await tx.tickets.lock(id)
    // Resolves again under the lock, because the ticket may have been adopted, or the receipt replaced.
    const { ticket, owner } = await resolveReceipt(ctx, tx, receipt, 'adopt', actor)
    if (ticket.person_id !== visitor.id || !(await tx.guests.isGuest(visitor.id))) throw new Refusal('not_a_visitor')
    await endReceipts(tx, id)
    // The account has its own choices. The visitor's address was never confirmed.
    await tx.notify.removeSettings(visitor.id)
    await tx.codes.removeOfPerson(visitor.id, 'visitor_mail')
    await tx.guests.merge(visitor, into)
    for (const one of await withMerged(tx, id)) await tx.intakes.setAdopted(one, at)
    const { personId, memberId } = actor
    const by = { personId, memberId, ...receiptFacts(owner) }
    return withEvent(tx, { kind: 'ticket.adopted', by, at, ...aboutTicket(ticket) }, id)
  })
}
