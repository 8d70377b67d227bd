import type { Occasion } from '#events/occasions.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { localDate } from '#kit/time.ts'
import { dutyStatus } from '#rules/duty/duty.ts'
import { isRepairEnd, kindOfMove, type MessageItem } from '#rules/messages/messages.ts'
import { Unavailable } from '#store/engine/index.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { OccasionRow } from '#store/messages/occasions.ts'
import { laneOf, type NewMessage } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import { substituteObstacle } from '../duty/leaves.ts'
import type { Ctx } from '../shared/context.ts'
import { messagesTo, messagesToChat } from './new-messages.ts'

/** Small, so that other changes hardly wait. */
const batchSize = 64

interface Announcement {
  readonly item: MessageItem
  readonly people: readonly Recipient[]
}

interface OccasionMessages {
  readonly messages: readonly NewMessage[]
  /** Messages that wait about the same ticket are sent with it. */
  readonly urgent: boolean
}

/** Turns the oldest occasions into messages, and returns their number. */
export async function processOccasions(ctx: Ctx, tx: Tx): Promise<number> {
  const rows = await tx.occasions.lockOldest(batchSize)
  await process(ctx, tx, rows)
  return rows.length
}

/**
 * After a failed batch on a working database: sets the failing occasion aside, so that it blocks no other. It must fail
 * alone in two transactions. It is kept, counted in the metrics, and tried again at the next start.
 */
export async function setAsideFailingOccasion(ctx: Ctx): Promise<void> {
  const failed = await failureOfOldest(ctx)
  const again = failed && (await failureOfOldest(ctx))
  if (!again || again.row.id !== failed.row.id) return
  const { row, error } = again
  const isSetAside = await ctx.store.upkeep((tx) => tx.occasions.setAside(row.id, ctx.deletionTime()))
  if (isSetAside)
    ctx.warn({ occasion: row.said, err: error }, 'no messages could be made from an occasion; it is set aside')
}

export function retryOccasionsSetAside(ctx: Ctx): Promise<void> {
  return ctx.store.upkeep((tx) => tx.occasions.retrySetAside())
}

async function process(ctx: Ctx, tx: Tx, rows: readonly OccasionRow[]): Promise<void> {
  // Concurrently, so that PostgreSQL gets the queries in one round trip.
  const all = await allSettledOrThrow(rows.map(async (row) => ({ at: row.at, ...(await messagesOf(ctx, tx, row)) })))
  for (const { at, messages } of all) await tx.outbox.addMessages(messages, at)
  const urgent = all.flatMap(({ messages, urgent: now }) => (now ? messages : []))
  await tx.outbox.hurry(urgent.map(({ channel, thing }) => laneOf(channel, thing)))
  await tx.occasions.remove(rows.map(({ id }) => id))
}

/** Processes the oldest occasion alone. Faults of the database are thrown, because they do not concern the occasion. */
async function failureOfOldest(ctx: Ctx): Promise<{ row: OccasionRow; error: unknown } | undefined> {
  let row: OccasionRow | undefined
  try {
    await ctx.store.upkeep(async (tx) => {
      ;[row] = await tx.occasions.lockOldest(1)
      if (row) await process(ctx, tx, [row])
    })
  } catch (error) {
    if (!row || error instanceof Unavailable) throw error
    return { row, error }
  }
  return undefined
}

/** Message keys contain the number of the occasion, so that none is queued twice. */
async function messagesOf(ctx: Ctx, tx: Tx, { id, said }: OccasionRow): Promise<OccasionMessages> {
  const { channels } = ctx.ports
  const occasion = JSON.parse(said) as Occasion // only the store writes it
  const announcement = await announcementOf(ctx, tx, occasion)
  if (!announcement) return { messages: [], urgent: false }
  const { item, people } = announcement
  const key = `o${id}`
  // Owners wait for the end of a repair, so this message does not gather others first.
  const urgent = isRepairEnd(item.kind)
  const gathers = 'ticket' in item ? item.kind !== 'called' && !urgent : item.kind === 'feedback'
  const waitMs = gathers ? ctx.gatherMs : 0
  const { personId } = occasion.by
  const actor = { ...occasion.by, personId: personId === null ? null : await tx.guests.successorOf(personId) }
  const recipients = people.filter((person) => !isActor(actor, person))
  const messages = recipients.flatMap((person) => messagesTo(person, item, key, channels, waitMs))
  const soon = occasion.say === 'called' ? await soonMessages(ctx, tx, occasion.ticket) : []
  return { messages: [...messages, ...soon, ...messagesToChat(ctx, item, key)], urgent }
}

/** Tells those who have become next but one or two. Each visitor is told once. */
async function soonMessages(ctx: Ctx, tx: Tx, called: number): Promise<NewMessage[]> {
  const visits = await tx.visits.nextAfter(called, localDate(ctx.deletionTime(), ctx.settings.current().timeZone))
  const found: NewMessage[] = []
  for (const { id, ticket, personId } of visits) {
    const owner = await tx.notify.person(personId)
    if (owner) found.push(...messagesTo(owner, { kind: 'soon', ticket }, `soon ${id}`, ctx.ports.channels))
  }
  return found
}

/** People get no messages about their own actions. */
const isActor = (actor: Occasion['by'], { personId, memberId }: Recipient) =>
  personId === actor.personId || (memberId !== null && memberId === actor.memberId)

async function announcementOf(ctx: Ctx, tx: Tx, occasion: Occasion): Promise<Announcement | undefined> {
  switch (occasion.say) {
    case 'created':
      return { item: { kind: 'new_ticket', ticket: occasion.ticket }, people: await membersOnDuty(ctx, tx) }
    case 'leave_asked':
      return {
        item: { kind: 'offer', leave: occasion.leave },
        people: await possibleSubstitutes(ctx, tx, occasion.leave),
      }
    case 'leave_taken': {
      const leave = await tx.leaves.find(occasion.leave)
      const people = leave ? await tx.notify.ofMembers([leave.memberId]) : []
      return { item: { kind: 'place_taken', leave: occasion.leave }, people }
    }
    case 'help_asked':
    case 'help_changed': {
      const helper = await tx.helpers.find(occasion.helper)
      const people = helper ? await tx.notify.ofMembers([helper.member]) : []
      return { item: { kind: occasion.say, helper: occasion.helper }, people }
    }
    case 'feedback':
      return { item: { kind: 'feedback', feedback: occasion.feedback }, people: await tx.notify.ofTeam('admin') }
    default:
      return ticketAnnouncement(tx, occasion)
  }
}

async function ticketAnnouncement(
  tx: Tx,
  occasion: Extract<Occasion, { ticket: number }>,
): Promise<Announcement | undefined> {
  const ticket = await tx.tickets.find(occasion.ticket)
  if (!ticket) return undefined
  const { id } = ticket
  const toOwner = async (item: MessageItem): Promise<Announcement> => {
    const owner = await tx.notify.person(ticket.person_id)
    return { item, people: owner ? [owner] : [] }
  }
  switch (occasion.say) {
    case 'moved': {
      const kind = kindOfMove[occasion.status]
      return kind && toOwner({ kind, ticket: id })
    }
    case 'retrieved':
      return toOwner({ kind: 'collected', ticket: id })
    case 'called':
      return toOwner({ kind: 'called', ticket: id, turn: occasion.turn })
    case 'place_offered':
    case 'day_changed':
      return toOwner({ kind: occasion.say, ticket: id, day: occasion.day })
    case 'merged':
      return toOwner({ kind: 'merged', ticket: id, from: occasion.from })
    case 'assigned':
      return { item: { kind: 'added', ticket: id }, people: await tx.notify.ofMembers([occasion.member]) }
    case 'commented': {
      const about = { ticket: id, note: occasion.note }
      // Notes name their author even if that guest has logged in since.
      const note = await tx.notes.find(occasion.note)
      if (note?.person_id !== ticket.person_id) return toOwner({ kind: 'comment', ...about })
      const workers = await tx.notify.ofMembers(ticket.workers.map((worker) => worker.id))
      return { item: { kind: 'answered', ...about }, people: workers }
    }
    default:
      return undefined
  }
}

async function membersOnDuty(ctx: Ctx, tx: Tx): Promise<Recipient[]> {
  const { people } = dutyStatus(ctx.duty.facts(), ctx.deletionTime())
  if (people.length === 0) return []
  const ids = (await tx.members.active()).filter(({ name }) => people.includes(name)).map(({ id }) => id)
  return tx.notify.ofMembers(ids)
}

async function possibleSubstitutes(ctx: Ctx, tx: Tx, leaveId: number): Promise<Recipient[]> {
  const leave = await tx.leaves.find(leaveId)
  if (!leave) return []
  const facts = ctx.duty.facts()
  const fit = (await tx.members.active()).filter(({ name }) => substituteObstacle(facts, leave, name) === undefined)
  const ids = new Set(fit.map(({ id }) => id))
  return (await tx.notify.ofTeam('member')).filter(({ memberId }) => memberId !== null && ids.has(memberId))
}
