import { noteTypes } from '#contract/codes.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import type { CollectableTicket, MessageContent, MessageShift } from '#contract/messages/message-facts.ts'
import { type Clock, day, localDate, wallClock } from '#kit/time.ts'
import { visitStateOf } from '#rules/counter/counter.ts'
import { dutyStatus, nextOpening, openings, peopleOn, shiftCalendar } from '#rules/duty/duty.ts'
import {
  type MessageItem,
  remindersAt,
  type ShiftItem,
  stillHolds,
  type UpkeepFault,
} from '#rules/messages/messages.ts'
import { relationsOf } from '#rules/policy.ts'
import { daysIdle } from '#rules/tickets/claims.ts'
import { uncompletedSpan } from '#rules/tickets/tickets.ts'
import { redacted } from '#rules/visibility.ts'
import type { LeaveRow } from '#store/duty/leaves.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import { latestConclusion } from '../duty/conclusions.ts'
import { dutyInfo } from '../duty/duty.ts'
import { isOffer, substituteObstacle } from '../duty/leaves.ts'
import type { Ctx } from '../shared/context.ts'
import type { DutyMemory } from '../shared/duty-memory.ts'
import type { SettingService } from '../shared/settings.ts'
import { isFailing } from './channel-health.ts'

export interface FactParts {
  readonly settings: SettingService
  readonly memory: DutyMemory
  readonly ctx: Ctx
  readonly now: Clock
  /** What of the service's own upkeep fails now. */
  readonly failing: () => readonly UpkeepFault[]
}

/** So much of what somebody wrote goes along. */
const longestText = 500
/** So many numbers are counted, as on the board. */
const mostReady = 1000

/** Finds what is true of what a message is about, at the moment in which it is sent. */
export function messageFacts({ ctx, settings, memory, now, failing }: FactParts) {
  const shortened = (text: string) =>
    [...text].length > longestText ? `${[...text].slice(0, longestText).join('')}…` : text

  /** The same for everybody who reads it: where and when to collect. */
  function collecting(ticket: Ticket, lang: Lang): CollectableTicket {
    const facts = memory.facts()
    const at = now()
    const here = dutyStatus(facts, at)
    const opening = here.inDuty ? here : nextOpening(facts, here.stretch)
    const source = opening?.stretch.source
    const elsewhere = source && 'written' in source ? source.written.place : ''
    return {
      number: ticket.id,
      device: ticket.device,
      place: elsewhere || textIn(settings.current().place.name, lang),
      next:
        opening && Number.isFinite(opening.stretch.until)
          ? shown(opening.stretch.from, opening.stretch.until)
          : undefined,
    }
  }

  function shown(from: number, until: number) {
    const zone = settings.current().timeZone
    const time = (at: number) => wallClock(at, zone).slice(11, 16)
    return { date: localDate(from, zone), from: time(from), until: time(until) }
  }

  function shiftFacts(date: string, shift: number, lang: Lang): MessageShift | undefined {
    const hours = shiftCalendar(memory.facts()).hoursOf(date, shift)
    return (
      hours && { shift, place: textIn(settings.current().place.name, lang), ...shown(hours.from, hours.until), date }
    )
  }

  async function aboutTicket(
    tx: Tx,
    item: Extract<MessageItem, { ticket: number }>,
    reader: Recipient | undefined,
    lang: Lang,
  ): Promise<MessageContent | undefined> {
    const found = await tx.tickets.find(item.ticket)
    if (!found || found.scrubbed === 1) return undefined
    const ticket = redacted(found)
    if (!stillHolds(item.kind, { status: ticket.status, confirmed: ticket.confirmed_at !== null })) return undefined
    const named = { number: ticket.id, device: ticket.device }
    const ties = { owner: ticket.person_id, workers: ticket.workers.map(({ id }) => id) }
    const relations = reader ? relationsOf(reader, ties) : []
    const [isOwner, isWorker] = [relations.includes('owner'), relations.includes('worker')]
    switch (item.kind) {
      case 'comment':
      case 'answered': {
        if (item.kind === 'comment' ? !isOwner : !isWorker) return undefined
        const note = await tx.notes.find(item.note)
        if (note?.type !== noteTypes.comment || note.hidden === 1) return undefined
        if (note.content === '' && (await tx.media.countOf(item.note)) === 0) return undefined
        return { kind: item.kind, ...named, text: shortened(note.content) }
      }
      case 'ready':
        // The team's chat is told, too.
        return !reader || isOwner ? { kind: 'ready', ...collecting(ticket, lang) } : undefined
      case 'unrepairable':
        return isOwner ? { kind: 'unrepairable', ...collecting(ticket, lang) } : undefined
      case 'uncollected':
        if (!isOwner || ticket.finished_at !== item.finished) return undefined
        return { kind: 'uncollected', ...collecting(ticket, lang), days: item.days }
      case 'waiting':
      case 'collected':
        return isOwner ? { kind: item.kind, ...named } : undefined
      case 'merged': {
        const from = await tx.tickets.find(item.from)
        return isOwner && from?.merged_into === ticket.id ? { kind: 'merged', ...named, from: item.from } : undefined
      }
      case 'idle':
      case 'idle_team': {
        if (item.kind === 'idle' && !isWorker) return undefined
        // Something has happened in the meantime.
        if ((await tx.claims.since(ticket.id)) !== item.since) return undefined
        return { kind: item.kind, ...named, days: daysIdle(item.since, now()) }
      }
      case 'called': {
        // Who came, or was given up, in the meantime needs not be told.
        const visit = await tx.visits.ofTicket(item.ticket, localDate(now(), settings.current().timeZone))
        const called = visit && visitStateOf(visit) === 'called' && visit.number === item.turn
        return isOwner && called ? { kind: 'called', ...named, turn: item.turn } : undefined
      }
      case 'added':
        return isWorker && ticket.open === 1 ? { kind: 'added', ...named } : undefined
      case 'new_ticket':
        return { kind: 'new_ticket', ...named }
    }
  }

  async function aboutShift(
    tx: Tx,
    { kind, date, shift }: ShiftItem,
    reader: Recipient | undefined,
    lang: Lang,
  ): Promise<MessageContent | undefined> {
    const current = settings.current()
    const found = remindersAt(memory.facts(), current, now()).find(
      (one) => one.kind === kind && one.date === date && one.shift === shift,
    )
    const facts = found && shiftFacts(date, shift, lang)
    if (!found || !facts) return undefined
    const gap = { ...facts, people: found.people.length, wanted: Math.max(1, current.minimumPerShift) }
    if (kind === 'gap') return { kind, ...gap }
    const member = reader?.memberId ? await tx.members.find(reader.memberId) : undefined
    if (!member || !found.people.includes(member.name)) return undefined
    if (kind === 'shift_gap') return { kind, ...gap }
    if (kind !== 'summary') return { kind, ...facts }
    const { list } = await latestConclusion(ctx)
    const text = list.map((one) => one.conclusion).join('\n\n')
    return text === '' ? undefined : { kind, ...facts, text: shortened(text) }
  }

  async function aboutLeave(
    tx: Tx,
    { kind, leave: id }: Extract<MessageItem, { leave: number }>,
    reader: Recipient | undefined,
    lang: Lang,
  ): Promise<MessageContent | undefined> {
    const leave: LeaveRow | undefined = await tx.leaves.find(id)
    const member = reader?.memberId ? await tx.members.find(reader.memberId) : undefined
    if (!leave?.date || leave.number === null || !member || member.active === 0) return undefined
    const facts = shiftFacts(leave.date, leave.number, lang)
    const hours = shiftCalendar(memory.facts()).hoursOf(leave.date, leave.number)
    if (!facts || !hours || hours.from <= now()) return undefined
    if (kind === 'place_taken') {
      if (leave.memberId !== member.id || leave.substitute === null) return undefined
      return { kind, ...facts, name: leave.substitute }
    }
    const offered = leave.substituteId === null && isOffer(memory.facts(), leave, now())
    return offered && substituteObstacle(memory.facts(), leave, member.name) === undefined
      ? { kind, ...facts, name: leave.member }
      : undefined
  }

  async function digest(tx: Tx, date: string): Promise<MessageContent> {
    const facts = memory.facts()
    const zone = facts.term.timeZone
    const at = now()
    const shifts = shiftCalendar(facts)
      .slotsOn(date)
      .flatMap(({ shift }) => {
        const hours = shiftCalendar(facts).hoursOf(date, shift)
        const people = peopleOn(facts, date, shift).length
        return hours ? [{ shift, people, ...shown(hours.from, hours.until) }] : []
      })
    // What an administrator wrote goes before the roster.
    const open = openings(facts, at, at + day).some(
      ({ stretch }) => localDate(Math.max(stretch.from, at), zone) === date,
    )
    return {
      kind: 'digest',
      date,
      waiting: await tx.ticketLists.unclaimedSince(at - uncompletedSpan),
      ready: (await tx.ticketLists.ready(mostReady)).length,
      shifts: open ? shifts : [],
    }
  }

  function dutyNow(lang: Lang): MessageContent {
    const { isInDuty, until, place, offDutyReason } = dutyInfo(ctx, lang)
    const where = place || textIn(settings.current().place.name, lang)
    return {
      kind: 'duty',
      open: isInDuty,
      until: until.slice(11, 16),
      place: isInDuty ? where : '',
      reason: offDutyReason,
    }
  }

  /** One thing as it is now, for somebody or for the team's chat; nothing where it is not so any more. */
  return async function toldOf(
    tx: Tx,
    item: MessageItem,
    reader: Recipient | undefined,
    lang: Lang,
  ): Promise<MessageContent | undefined> {
    if ('ticket' in item) return aboutTicket(tx, item, reader, lang)
    if ('leave' in item) return aboutLeave(tx, item, reader, lang)
    switch (item.kind) {
      case 'feedback':
        return (await tx.feedback.has(item.feedback)) ? { kind: 'feedback' } : undefined
      case 'external':
        return (await tx.outbox.count('external', outboxStates.stuck)) > 0 ? item : undefined
      case 'upkeep':
        return item.what === 'integrity' || failing().includes(item.what) ? item : undefined
      case 'channel':
        return (await isFailing(tx, item.channel, now())) ? item : undefined
      case 'test':
        return item
      case 'duty':
        return dutyNow(lang)
      case 'digest':
        return localDate(now(), settings.current().timeZone) === item.date ? digest(tx, item.date) : undefined
      default:
        return aboutShift(tx, item, reader, lang)
    }
  }
}
