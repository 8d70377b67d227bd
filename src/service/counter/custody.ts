import { noteTypes } from '#contract/codes.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { holderName } from '#rules/counter/custody.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'
import { visibleText } from '#rules/visibility.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { Tx } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import { collectMessages } from '../messages/collect-messages.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { idempotent } from '../shared/idempotency.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'
import { assertMay, lockWithOwner, relationsTo, ticketState } from '../shared/ticket-access.ts'
import { type PlaceInput, placeDevice, receiveDevice, tieTag } from '../tickets/device-ledger.ts'
import { attachPictures, findPictures, type PictureRef } from '../tickets/media.ts'

type Custody = Contract['custody']

function changeCustody(
  ctx: Ctx,
  actor: MemberActor,
  id: number,
  work: (tx: Tx, ticket: Ticket, at: number) => Promise<RecordedEvent[]>,
): Promise<void> {
  return ctx.store.change(async (tx) => {
    const ticket = await tx.tickets.lock(id)
    assertMay(actor, 'place', id, ticket)
    return { answer: undefined, events: await work(tx, ticket, ctx.now()) }
  })
}

function placeTicket(ctx: Ctx, actor: MemberActor, id: number, placing: PlaceInput) {
  return changeCustody(ctx, actor, id, (tx, ticket, at) => placeDevice(tx, actor, ticket, placing, at))
}

async function addConditionNote(
  tx: Tx,
  actor: MemberActor,
  { id, person_id }: Ticket,
  pictures: readonly PictureRef[],
  at: number,
): Promise<number> {
  const noteId = await tx.notes.add({ ticketId: id, type: noteTypes.comment, by: actor, content: '', at })
  await attachPictures(tx, { id: noteId, ticketId: id, personId: actor.personId, keeperId: person_id }, pictures)
  return noteId
}

export async function takeIn(ctx: Ctx, actor: MemberActor, input: Input<Custody['receive']>, key?: string) {
  const { id, pic = [], ...given } = input
  const pictures = await findPictures(ctx, pic)
  await ctx.store.change((tx) => {
    const at = ctx.now()
    return idempotent(tx, {
      personId: actor.personId,
      key,
      at,
      input: { received: input },
      async load() {
        const ticket = await lockWithOwner(tx, id)
        assertMay(actor, 'receive', id, ticket)
        return ticket
      },
      async work(loaded) {
        const ticket = await loaded
        if (!isTicketOpen(ticketState(ticket))) throw new Refusal('ticket_over')
        const noteId = pictures.length > 0 ? await addConditionNote(tx, actor, ticket, pictures, at) : undefined
        const receiving = { ...given, ...(noteId === undefined ? {} : { noteId }) }
        const events = await receiveDevice(tx, actor, ticket, receiving, at)
        return { answer: { ticketId: id, noteId: noteId ?? null }, events }
      },
    })
  })
}

export function shelve(ctx: Ctx, actor: MemberActor, id: number, shelf: string): Promise<void> {
  return placeTicket(ctx, actor, id, { what: 'shelved', shelf })
}

/** A colleague must be an active member, and a workshop needs a name. */
export async function handBack(ctx: Ctx, actor: MemberActor, { id, to, member, name }: Input<Custody['hand']>) {
  if (to === 'bench') return placeTicket(ctx, actor, id, { what: to })
  if (to === 'workshop') {
    if (!name) throw new Refusal('bad_input', { field: 'name', flaw: 'missing' })
    return placeTicket(ctx, actor, id, { what: to, toName: name })
  }
  if (member === undefined) throw new Refusal('bad_input', { field: 'member', flaw: 'missing' })
  return changeCustody(ctx, actor, id, async (tx, ticket, at) => {
    if ((await tx.members.find(member))?.active !== 1) throw new Refusal('member_not_found')
    return placeDevice(tx, actor, ticket, { what: to, toMember: member }, at)
  })
}

export function tieTagTo(ctx: Ctx, actor: MemberActor, id: number, tag: number): Promise<void> {
  return changeCustody(ctx, actor, id, async (tx, ticket, at) => {
    if (!(await tx.custody.holding(id))) throw new Refusal('never_received')
    return tieTag(tx, actor, ticket, tag, at)
  })
}

export async function listHoldings(
  ctx: Ctx,
  actor: MemberActor,
  { shelf = '', ...paging }: PageInput & { shelf?: string },
): Promise<Output<Custody['list']>> {
  const { offset, count } = pageOf(paging)
  const time = (at: number) => timeText(ctx, at)
  return ctx.store.read(async (tx) => {
    const { rows, total } = await tx.custody.listHoldings(shelf, offset, count)
    const messagesAbout = collectMessages(await tx.outbox.messagesTo(rows.map(({ personId }) => personId)))
    const workers = await tx.tickets.workersOf(rows.map(({ id }) => id))
    const relations = (personId: number, id: number) =>
      relationsTo(actor, { person_id: personId, workers: workers.get(id) ?? [] })
    const list = rows.map(({ personId, kind, ready, colleague, workshop, since, ...row }) => ({
      ...row,
      owner: visibleText('owner', row.owner, relations(personId, row.id)),
      phone: visibleText('phone', row.phone, relations(personId, row.id), ctx.settings.current()),
      kind: kind ?? row.type,
      since: time(since),
      with: holderName(row.place, colleague, workshop),
      ready: ready === 1,
      told: messagesAbout(personId, row.id).map((one) => ({ ...one, at: time(one.at) })),
    }))
    return { list, total }
  })
}

/** New tags mean nothing until they are tied, so there is no event. */
export function makeTags(ctx: Ctx, count: number): Promise<number[]> {
  return ctx.store.change(async (tx) => ({ answer: await tx.tags.make(count, ctx.now()), events: [] }))
}

/** 0 while the tag is not tied. */
export async function ticketOfTag(ctx: Ctx, tag: number): Promise<number> {
  const found = await ctx.store.read((tx) => tx.tags.find(tag))
  if (!found) throw new Refusal('tag_unknown', { tag })
  return found.ticketId ?? 0
}
