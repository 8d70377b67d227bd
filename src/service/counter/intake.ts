import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { EventActor } from '#events/event.ts'
import { endOfDay, localDate, wallClock } from '#kit/time.ts'
import { looksRandom } from '#rules/counter/counter.ts'
import { chosenKind } from '#rules/tickets/tickets.ts'
import type { RecordedEvent } from '#store/events.ts'
import { type ChangeResult, RollbackWith, type Tx, withEvent } from '#store/store.ts'
import type { KeyedResult } from '#store/team/idempotency-keys.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import { askVisitorMail, setVisitorMail } from '../messages/visitor-mail.ts'
import { type Actor, assertNotErased, type MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { idempotent } from '../shared/idempotency.ts'
import { hashOf, newToken } from '../shared/secrets.ts'
import { aboutTicket, followMerges } from '../shared/ticket-access.ts'
import { receiveDevice } from '../tickets/device-ledger.ts'
import { fileTicket } from '../tickets/filing.ts'
import { findPictures, type PictureRef } from '../tickets/media.ts'
import { queueUp, renumber } from './queue.ts'
import { isReceiptOver } from './receipts.ts'

export type IntakeInput = Input<Contract['counter']['create']>
type VisitorInput = Omit<IntakeInput, 'shelf' | 'tag' | 'queue'>
type FilingResult = Output<Contract['counter']['create']>

interface Filing {
  readonly at: number
  readonly memberId: number
  readonly by?: Pick<Actor, 'personId' | 'memberId'>
  readonly receipt: string
  readonly pictures?: readonly PictureRef[]
}

/** Refuses a receipt of another ticket. For the same input, that ticket is the answer. */
async function assertNew(ctx: Ctx, tx: Tx, input: VisitorInput, receipt: string): Promise<void> {
  if (!looksRandom(receipt)) throw new Refusal('bad_input', { field: 'receipt', flaw: 'not_random' })
  const id = await tx.intakes.ticketOfReceipt(hashOf(receipt))
  const earlier = id === undefined ? undefined : await tx.tickets.find(id)
  if (!earlier) return
  if (!isSame(ctx, earlier, input)) throw new Refusal('receipt_taken')
  throw new RollbackWith({ ticketId: earlier.id, noteId: null } satisfies KeyedResult)
}

function isSame(ctx: Ctx, ticket: Ticket, input: VisitorInput): boolean {
  const { type, kind } = chosenKind(ctx.settings.current().kinds, input)
  return (
    ticket.type === type &&
    ticket.kind === kind &&
    ticket.device === input.device &&
    ticket.device_model === (input.deviceModel ?? '') &&
    ticket.description === (input.description ?? '')
  )
}

/** A visitor is known by the receipt alone. */
async function fileVisitorTicket(
  ctx: Ctx,
  tx: Tx,
  input: VisitorInput,
  { at, memberId, by, receipt, pictures = [] }: Filing,
): Promise<ChangeResult<Locked<Ticket>>> {
  await assertNew(ctx, tx, input, receipt)
  const ownerId = await tx.guests.add(at)
  const doer = by ?? { personId: ownerId, memberId: null }
  const { kinds } = ctx.settings.current()
  const { answer, events } = await fileTicket(tx, doer, input, { kinds, pictures, at, ownerId })
  const ticket = await tx.tickets.lock(answer.ticketId ?? 0)
  if (!ticket) throw new Error('the new ticket is missing')
  // Of two simultaneous calls, the second has waited for the first.
  if (!(await tx.intakes.add(ticket.id, memberId, hashOf(receipt), at))) {
    await assertNew(ctx, tx, input, receipt)
    throw new Refusal('receipt_taken')
  }
  if (!(await tx.receipts.replace(ticket.id, hashOf(receipt), at, { memberId: by?.memberId ?? null })))
    throw new Refusal('receipt_taken')
  // A member heard the address from the visitor. An address that a visitor typed must be confirmed.
  if (input.mail && by) await setVisitorMail(tx, ownerId, input.mail.toLowerCase())
  if (input.lang) await tx.users.update(ownerId, { lang: input.lang })
  return { answer: ticket, events }
}

/**
 * Answers a repeated call. Without a receipt in the call it makes a new one, because only the hash of the first is
 * stored. Without `by` the visitor is the actor.
 */
async function answerRepeated(ctx: Ctx, id: number, input: VisitorInput, by?: Filing['by']): Promise<FilingResult> {
  const receipt = input.receipt ?? newToken()
  const number = await ctx.store.change(async (tx): Promise<ChangeResult<string | undefined>> => {
    const at = ctx.now()
    const own = await tx.tickets.lock(id)
    const ticket = own && (await followMerges(tx, own))
    const events: RecordedEvent[] = []
    const doer = by ?? { personId: ticket?.person_id ?? null, memberId: null }
    if (ticket && input.receipt === undefined) events.push(await replaceReceipt(ctx, tx, doer, id, ticket, receipt, at))
    if (ticket && input.number !== undefined && !isPast(ctx, input, at))
      events.push(...(await renumber(tx, doer, ticket, ctx.settings.current(), at, input.number)))
    return { answer: await tx.visits.firstNumber(ticket?.id ?? id), events }
  })
  return { id, receipt, ...(number === undefined ? {} : { number }) }
}

/** A receipt that ended, or whose ticket belongs to an account, is not replaced. */
async function replaceReceipt(
  ctx: Ctx,
  tx: Tx,
  by: EventActor,
  id: number,
  ticket: Ticket,
  receipt: string,
  at: number,
): Promise<RecordedEvent> {
  const has = (await tx.receipts.has(id)) && (await tx.intakes.belongsToVisitor(ticket.id))
  if (!has || (await isReceiptOver(tx, ticket, ctx.settings.current(), at))) throw new Refusal('receipt_over')
  await tx.receipts.replace(id, hashOf(receipt), at, { memberId: by.memberId, later: true })
  return tx.record({ kind: 'ticket.receipt', by, at, ...aboutTicket(ticket), made: true })
}

/** True for a call that waited for a network overnight, so that the visitor has left. */
function isPast(ctx: Ctx, { day }: VisitorInput, at: number) {
  return day !== undefined && day < localDate(at, ctx.settings.current().timeZone)
}

async function findKiosk(ctx: Ctx, tx: Tx, secret: string) {
  const kiosk = await tx.intakes.kiosk(hashOf(secret), ctx.now())
  if (!kiosk) throw new Refusal('kiosk_closed')
  return kiosk
}

export async function fileForVisitor(ctx: Ctx, actor: MemberActor, input: IntakeInput, key?: string) {
  const { shelf = '', tag, queue = false, number: given } = input
  const receipt = input.receipt ?? newToken()
  const pictures = await findPictures(ctx, input.pic ?? [])
  let filed: FilingResult | undefined
  const work = async (tx: Tx, at: number): Promise<ChangeResult<KeyedResult>> => {
    const memberId = actor.memberId
    const { answer: ticket, events } = await fileVisitorTicket(ctx, tx, input, {
      at,
      memberId,
      by: actor,
      receipt,
      pictures,
    })
    const more: RecordedEvent[] = []
    // A queued visitor keeps the device until called.
    if (!queue || shelf !== '' || tag !== undefined)
      more.push(...(await receiveDevice(tx, actor, ticket, { shelf, ...(tag === undefined ? {} : { tag }) }, at)))
    const visit = queue && !isPast(ctx, input, at) ? await queueUp(ctx, tx, actor, ticket, at, given) : undefined
    filed = { id: ticket.id, receipt, ...(visit ? { number: visit.answer } : {}) }
    return {
      answer: { ticketId: ticket.id, noteId: null },
      events: [...events, ...more, ...(visit?.events ?? [])],
    }
  }
  const { ticketId } = await ctx.store.change((tx) => {
    filed = undefined
    const at = ctx.now()
    return idempotent(tx, {
      personId: actor.personId,
      key,
      at,
      input,
      load: () => assertNotErased(tx, actor),
      async work(loaded) {
        await loaded
        return work(tx, at)
      },
    })
  })
  return filed ?? answerRepeated(ctx, ticketId ?? 0, input, actor)
}

export async function openKiosk(ctx: Ctx, actor: MemberActor): Promise<{ kiosk: string; until: string }> {
  const kiosk = newToken()
  const { timeZone } = ctx.settings.current()
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const until = endOfDay(at, timeZone)
    await tx.intakes.openKiosk(hashOf(kiosk), actor.memberId, at, until)
    return withEvent(
      tx,
      { kind: 'kiosk.changed', by: actor, at, open: true },
      { kiosk, until: wallClock(until, timeZone) },
    )
  })
}

export function closeKiosks(ctx: Ctx, actor: MemberActor): Promise<void> {
  return ctx.store.change(async (tx) => {
    const closed = await tx.intakes.closeKiosks()
    const event = () => tx.record({ kind: 'kiosk.changed', by: actor, at: ctx.now(), open: false })
    return { answer: undefined, events: closed > 0 ? [await event()] : [] }
  })
}

export async function kioskInfo(ctx: Ctx, secret: string): Promise<{ until: string }> {
  const { until } = await ctx.store.read((tx) => findKiosk(ctx, tx, secret))
  return { until: timeText(ctx, until) }
}

/** `count` may refuse a kiosk that does so too often. */
export async function registerAtKiosk(
  ctx: Ctx,
  secret: string,
  input: VisitorInput & { readonly lang: Lang },
  count: (kiosk: Uint8Array) => void,
): Promise<FilingResult> {
  const receipt = input.receipt ?? newToken()
  let filed: FilingResult | undefined
  let visitor = 0
  const { ticketId } = await ctx.store.change(async (tx): Promise<ChangeResult<KeyedResult>> => {
    filed = undefined
    const at = ctx.now()
    const { memberId } = await findKiosk(ctx, tx, secret)
    count(hashOf(secret))
    const { answer: ticket, events } = await fileVisitorTicket(ctx, tx, input, { at, memberId, receipt })
    visitor = ticket.person_id
    const by = { personId: visitor, memberId: null }
    const visit = isPast(ctx, input, at) ? undefined : await queueUp(ctx, tx, by, ticket, at, input.number)
    filed = { id: ticket.id, receipt, ...(visit ? { number: visit.answer } : {}) }
    return { answer: { ticketId: ticket.id, noteId: null }, events: [...events, ...(visit?.events ?? [])] }
  })
  if (!filed) return answerRepeated(ctx, ticketId ?? 0, input)
  // Not awaited: the visitor is registered even if the mail fails.
  if (input.mail && ctx.ports.mailer)
    void askVisitorMail(ctx, visitor, input.mail, input.lang).catch((err: unknown) =>
      ctx.warn({ err }, 'the mail to a visitor could not be sent'),
    )
  return filed
}
