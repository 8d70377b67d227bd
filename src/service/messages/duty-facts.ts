import { type Lang, textIn } from '#contract/languages.ts'
import type { MessageContent, MessageShift } from '#contract/messages/message-facts.ts'
import { day, localDate, wallClock } from '#kit/time.ts'
import { openings, peopleOn, shiftCalendar } from '#rules/duty/duty.ts'
import { type MessageItem, remindersAt, type ShiftItem } from '#rules/messages/messages.ts'
import { uncompletedSpan } from '#rules/tickets/tickets.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Tx } from '#store/store.ts'
import { latestConclusion } from '../duty/conclusions.ts'
import { dutyInfo } from '../duty/duty.ts'
import { isOffer, substituteObstacle } from '../duty/leaves.ts'
import type { Ctx } from '../shared/context.ts'

/** The digest counts as many collectable devices as the board. */
const maxReady = 1000

export const placeName = (ctx: Ctx, lang: Lang): string => textIn(ctx.settings.current().place.name, lang)

/** A period as a message shows it: the first day, and both times on the team's clock. */
export function wallTimesOf(ctx: Ctx, from: number, until: number) {
  const zone = ctx.settings.current().timeZone
  const time = (at: number) => wallClock(at, zone).slice(11, 16)
  return { date: localDate(from, zone), from: time(from), until: time(until) }
}

const memberOf = async (tx: Tx, reader: Recipient | undefined) =>
  reader?.memberId ? tx.members.find(reader.memberId) : undefined

function namedShift(ctx: Ctx, date: string, shift: number, lang: Lang): MessageShift | undefined {
  const hours = shiftCalendar(ctx.duty.facts()).hoursOf(date, shift)
  return hours && { shift, place: placeName(ctx, lang), ...wallTimesOf(ctx, hours.from, hours.until), date }
}

export async function shiftFacts(
  ctx: Ctx,
  tx: Tx,
  { kind, date, shift }: ShiftItem,
  reader: Recipient | undefined,
  lang: Lang,
): Promise<MessageContent | undefined> {
  const current = ctx.settings.current()
  const due = remindersAt(ctx.duty.facts(), current, ctx.deletionTime()).find(
    (one) => one.kind === kind && one.date === date && one.shift === shift,
  )
  const facts = due && namedShift(ctx, date, shift, lang)
  if (!due || !facts) return undefined
  const gap = { ...facts, people: due.people.length, wanted: Math.max(1, current.minimumPerShift) }
  if (kind === 'gap') return { kind, ...gap }
  const member = await memberOf(tx, reader)
  if (!member || !due.people.includes(member.name)) return undefined
  if (kind === 'shift_gap') return { kind, ...gap }
  if (kind !== 'summary') return { kind, ...facts }
  const { list } = await latestConclusion(ctx, { memberId: member.id })
  const text = list.map((one) => one.conclusion).join('\n\n')
  return text === '' ? undefined : { kind, ...facts, text: shortened(text) }
}

export async function leaveFacts(
  ctx: Ctx,
  tx: Tx,
  { kind, leave: id }: Extract<MessageItem, { leave: number }>,
  reader: Recipient | undefined,
  lang: Lang,
): Promise<MessageContent | undefined> {
  const at = ctx.deletionTime()
  const duty = ctx.duty.facts()
  const leave = await tx.leaves.find(id)
  const member = await memberOf(tx, reader)
  if (!leave?.date || leave.number === null || !member || member.active === 0) return undefined
  const facts = namedShift(ctx, leave.date, leave.number, lang)
  const hours = shiftCalendar(duty).hoursOf(leave.date, leave.number)
  if (!facts || !hours || hours.from <= at) return undefined
  if (kind === 'place_taken') {
    if (leave.memberId !== member.id || leave.substitute === null) return undefined
    return { kind, ...facts, name: leave.substitute }
  }
  const isOffered = leave.substituteId === null && isOffer(duty, leave, at)
  const fits = isOffered && substituteObstacle(duty, leave, member.name) === undefined
  return fits ? { kind, ...facts, name: leave.member } : undefined
}

export async function digestFacts(ctx: Ctx, tx: Tx, date: string): Promise<MessageContent> {
  const facts = ctx.duty.facts()
  const at = ctx.deletionTime()
  const shifts = shiftCalendar(facts)
    .slotsOn(date)
    .flatMap(({ shift }) => {
      const hours = shiftCalendar(facts).hoursOf(date, shift)
      const people = peopleOn(facts, date, shift).length
      return hours ? [{ shift, people, ...wallTimesOf(ctx, hours.from, hours.until) }] : []
    })
  // Entries overrule the roster, so the team may be closed in spite of shifts.
  const isOpen = openings(facts, at, at + day).some(
    ({ interval }) => localDate(Math.max(interval.from, at), facts.term.timeZone) === date,
  )
  return {
    kind: 'digest',
    date,
    waiting: await tx.ticketLists.unclaimedSince(at - uncompletedSpan),
    ready: (await tx.ticketLists.ready(maxReady)).length,
    shifts: isOpen ? shifts : [],
  }
}

export function dutyFacts(ctx: Ctx, lang: Lang): MessageContent {
  const { isInDuty, until, place, offDutyReason } = dutyInfo(ctx, lang)
  return {
    kind: 'duty',
    open: isInDuty,
    until: until.slice(11, 16),
    place: isInDuty ? place || placeName(ctx, lang) : '',
    reason: offDutyReason,
  }
}

const maxText = 500

export function shortened(text: string): string {
  const characters = [...text]
  return characters.length > maxText ? `${characters.slice(0, maxText).join('')}…` : text
}
