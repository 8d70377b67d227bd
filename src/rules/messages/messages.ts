import { type Status, statuses } from '#contract/codes.ts'
import {
  type ChannelName,
  type ChatKind,
  type MessageKind,
  messageKinds,
  type RecipientRole,
} from '#contract/messages/messages.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import type { Settings } from '#contract/team/settings.ts'
import { day, endOfDay, hour, localDate, zoned } from '#kit/time.ts'
import { type DutyFacts, dutyStatus, isDutyOpen, peopleOn, shiftCalendar } from '../duty/duty.ts'
import { type RosterSlot, staffingGaps } from '../duty/rosters.ts'
import type { ShiftTimes } from '../duty/shift-calendar.ts'

type MessageSettings = Settings['messages']

/** What a message is about: numbers and dates, never texts of a person. It is worded when it is sent. */
export type MessageItem =
  | { readonly kind: 'comment' | 'answered'; readonly ticket: number; readonly note: number }
  | {
      readonly kind: 'waiting' | 'ready' | 'unrepairable' | 'collected' | 'added' | 'new_ticket'
      readonly ticket: number
    }
  /** The number that was called. */
  | { readonly kind: 'called'; readonly ticket: number; readonly turn: string }
  /** The ticket that became part of it. */
  | { readonly kind: 'merged'; readonly ticket: number; readonly from: number }
  /** Nothing has happened since then. */
  | { readonly kind: 'idle' | 'idle_team'; readonly ticket: number; readonly since: number }
  | { readonly kind: 'uncollected'; readonly ticket: number; readonly days: number; readonly finished: number }
  | ShiftItem
  | { readonly kind: 'offer' | 'place_taken'; readonly leave: number }
  | { readonly kind: 'feedback'; readonly feedback: number }
  | { readonly kind: 'external' }
  | { readonly kind: 'upkeep'; readonly what: UpkeepFault }
  | { readonly kind: 'channel'; readonly channel: ChannelName }
  /** How duty stands when it is sent. */
  | { readonly kind: 'duty' }
  | { readonly kind: 'digest'; readonly date: string }
  | { readonly kind: 'test' }

export type ShiftKind = 'shift_tomorrow' | 'shift_soon' | 'shift_gap' | 'summary' | 'gap'
export interface ShiftItem {
  readonly kind: ShiftKind
  readonly date: string
  readonly shift: number
}
export type UpkeepFault = 'backup' | 'integrity'
export type MessageItemKind = MessageItem['kind']

/** Messages are tried for a day, with pauses short enough that they arrive soon after a failure ends. */
export const giveUpMs = day
export const longestPauseMs = hour / 2
/** What has waited so long, while the service stood still, is no news. */
export const staleMs = 3 * day
const soonMs = hour
const gapAheadMs = 2 * day
/** A reminder that could not be sent for so long is no reminder. */
const uncollectedForMs = 7 * day
const openingForMs = hour / 2
const digestForMs = 3 * hour

/** True if a person in these roles is told of it. */
export function isForRoles(kind: MessageItemKind, roles: ReadonlySet<RecipientRole>): boolean {
  return !(kind in messageKinds) || roles.has(messageKinds[kind as MessageKind].recipientRole)
}

// Of one's own shifts a browser tells also when the role has run out there: that is when a reminder is needed.
const ownShifts: ReadonlySet<MessageItemKind> = new Set(['shift_tomorrow', 'shift_soon', 'shift_gap'])

/** True if a browser shows it only while the member is logged in there. */
export function needsMember(kind: MessageItemKind): boolean {
  return kind in messageKinds && messageKinds[kind as MessageKind].recipientRole !== 'owner' && !ownShifts.has(kind)
}

/** What people wait for most stands above all else in one message. */
export const isRepairEnd = (kind: MessageItemKind) => kind === 'ready' || kind === 'unrepairable'

/** Whether quiet hours do not hold it back. */
export function isUrgent(kind: MessageItemKind): boolean {
  if (kind === 'test') return true
  return kind in messageKinds && 'urgent' in messageKinds[kind as MessageKind]
}

/** When quiet hours end, if it is in them. */
export function quietUntil({ quietFrom, quietUntil: until }: MessageSettings, zone: string, at: number) {
  const now = zoned(at, zone)
  const time = now.toPlainTime().toString({ smallestUnit: 'minute' })
  const quiet = quietFrom <= until ? quietFrom <= time && time < until : time >= quietFrom || time < until
  if (!quiet) return undefined
  const date = time < until ? now.toPlainDate() : now.toPlainDate().add({ days: 1 })
  return momentOf(date, until, zone)
}

/** The kinds of messages for a person in these roles. */
export function kindsFor(roles: ReadonlySet<RecipientRole>): MessageKind[] {
  const kinds = Object.keys(messageKinds) as MessageKind[] // the table's own keys
  return kinds.filter((kind) => roles.has(messageKinds[kind].recipientRole))
}

/** Whether it still is as the message would say. */
export function stillHolds(kind: MessageItemKind, ticket: { readonly status: Status; readonly confirmed: boolean }) {
  const { status, confirmed } = ticket
  switch (kind) {
    case 'waiting':
      return status === statuses.waiting && !confirmed
    case 'ready':
      return status === statuses.repaired && !confirmed
    case 'unrepairable':
      return status === statuses.unrepairable && !confirmed
    case 'uncollected':
      return (status === statuses.repaired || status === statuses.unrepairable) && !confirmed
    case 'collected':
      return confirmed
    case 'new_ticket':
      return status === statuses.submitted
    default:
      return status !== statuses.cancelled
  }
}

/**
 * How many consents are not spent on this. Where a template tells of a device that is ready, too, the last consent is kept for that: it is
 * what people wait for.
 */
export function keptConsents(kind: MessageItemKind, template: readonly MessageKind[]): number {
  return template.includes('ready') && !isRepairEnd(kind) ? 1 : 0
}

/** What of moves a ticket's owner is told. */
export const kindOfMove: { readonly [S in Status]?: 'waiting' | 'ready' | 'unrepairable' } = {
  [statuses.waiting]: 'waiting',
  [statuses.repaired]: 'ready',
  [statuses.unrepairable]: 'unrepairable',
}

/** A message to the people of a shift, or to those who look after it. */
export type Reminder = ShiftItem & { readonly people: readonly string[] }

type ReminderSettings = Pick<Settings, 'messages' | 'minimumPerShift'>
/** From when on a reminder is told, and until when: after that it would be wrong. */
type Timed = { readonly reminder: Reminder; readonly from: number; readonly until: number }

// DutyFacts never change once they are made, so what follows from them and the settings is worked out once a day.
const known = new WeakMap<DutyFacts, { settings: ReminderSettings; days: Map<string, readonly Timed[]> }>()

/**
 * Which reminders hold at a moment. Who is told something once is told it as soon as it holds, so neither a pause of the service nor a
 * clock that was set makes a difference.
 */
export function remindersAt(facts: DutyFacts, settings: ReminderSettings, at: number): Reminder[] {
  let prepared = known.get(facts)
  if (prepared?.settings !== settings) {
    prepared = { settings, days: new Map() }
    known.set(facts, prepared)
  }
  const date = localDate(at, facts.term.timeZone)
  const timed = prepared.days.getOrInsertComputed(date, () => remindersAround(facts, settings, date))
  return timed.filter(({ from, until }) => from <= at && at < until).map(({ reminder }) => reminder)
}

/** All that can hold at some moment of a day. */
function remindersAround(facts: DutyFacts, settings: ReminderSettings, today: string): Timed[] {
  const days = shiftCalendar(facts)
  return [-1, 0, 1, 2, 3].flatMap((ahead) => {
    const date = Temporal.PlainDate.from(today).add({ days: ahead })
    return days.slotsOn(date.toString()).flatMap((slot) => {
      const hours = days.hoursOf(date.toString(), slot.shift)
      return hours && takesPlace(facts, hours.from) ? remindersOf(facts, settings, date, slot, hours) : []
    })
  })
}

function remindersOf(
  facts: DutyFacts,
  { messages: { reminderTime }, minimumPerShift }: ReminderSettings,
  day: Temporal.PlainDate,
  { shift, leader }: RosterSlot,
  { from, until }: ShiftTimes,
): Timed[] {
  const date = day.toString()
  const zone = facts.term.timeZone
  const people = peopleOn(facts, date, shift)
  const gaps = staffingGaps(people, leader, minimumPerShift)
  const evening = momentOf(day.subtract({ days: 1 }), reminderTime, zone)
  const timed = (kind: ShiftKind, begin: number, end: number) => ({
    reminder: { kind, date, shift, people },
    from: begin,
    until: end,
  })
  const short = gaps.includes('nobody') || gaps.includes('too_few')
  return [
    timed('shift_tomorrow', evening, Math.min(endOfDay(evening, zone), from)),
    timed('shift_soon', from - soonMs, from),
    timed('summary', from, until),
    ...(short ? [timed('shift_gap', from - gapAheadMs, from), timed('gap', from - gapAheadMs, from)] : []),
  ]
}

/** A shift that an administrator has called off does not take place. */
function takesPlace(facts: DutyFacts, from: number): boolean {
  const { stretch, duty } = dutyStatus(facts, from)
  return !(stretch.source && 'written' in stretch.source && !isDutyOpen(duty))
}

/** The reminder that is due for a device that has been ready for a while; none between them, or after the last. */
export function uncollectedDays(finishedAt: number, days: readonly number[], at: number): number | undefined {
  const due = days.toSorted((a, b) => b - a).find((count) => finishedAt + count * day <= at)
  return due !== undefined && at < finishedAt + due * day + uncollectedForMs ? due : undefined
}

/** The news about duty for the team's chat: an opening, or an entry of an administrator. The text identifies the news. */
export function dutyNews(facts: DutyFacts, at: number): string | undefined {
  const { stretch, inDuty } = dutyStatus(facts, at)
  const { source, from } = stretch
  if (!source || at >= from + openingForMs) return undefined
  if ('written' in source) return `written ${source.written.id}`
  return inDuty ? `shift ${source.shift.date} ${source.shift.shift}` : undefined
}

/** The day whose digest is told now. */
export function digestDate({ quietUntil: morning }: MessageSettings, zone: string, at: number): string | undefined {
  const date = zoned(at, zone).toPlainDate()
  const from = momentOf(date, morning, zone)
  return from <= at && at < from + digestForMs ? localDate(at, zone) : undefined
}

/** Whether the chat is told of it at all. */
export function isForChat(kind: MessageItemKind, { chat }: MessageSettings): boolean {
  return kind === 'test' || (chat as readonly MessageItemKind[]).includes(kind as ChatKind)
}

/** It is one person's address that takes nothing, not the channel. */
export const isAboutAddress = ({ say }: DeliveryTrouble) => say === 'address_gone' || say === 'no_consent'

function momentOf(date: Temporal.PlainDate, time: string, zone: string): number {
  return date.toPlainDateTime(time).toZonedDateTime(zone).epochMilliseconds
}
