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
import { keysOf } from '#kit/typed-keys.ts'
import { type DutyFacts, dutyStatus, isDutyOpen, peopleOn, shiftCalendar } from '../duty/duty.ts'
import { type RosterSlot, staffingGaps } from '../duty/rosters.ts'
import type { ShiftTimes } from '../duty/shift-calendar.ts'

type MessageSettings = Settings['messages']

/** The subject of a message: numbers and dates only. The text is written when it is sent. */
export type MessageItem =
  | { readonly kind: 'comment' | 'answered'; readonly ticket: number; readonly note: number }
  | {
      readonly kind: 'waiting' | 'ready' | 'unrepairable' | 'collected' | 'added' | 'new_ticket'
      readonly ticket: number
    }
  /** The number that was called. */
  | { readonly kind: 'called'; readonly ticket: number; readonly turn: string }
  | { readonly kind: 'soon'; readonly ticket: number }
  /** `day` is the repair day. */
  | {
      readonly kind: 'booking_tomorrow' | 'place_offered' | 'day_changed'
      readonly ticket: number
      readonly day: number
    }
  /** The row of a helper. */
  | { readonly kind: HelperKind; readonly helper: number }
  | { readonly kind: 'task_due'; readonly task: number }
  | { readonly kind: 'help_gap'; readonly repairDay: number }
  /** The ticket that was merged into it. */
  | { readonly kind: 'merged'; readonly ticket: number; readonly from: number }
  /** Without activity since then. */
  | { readonly kind: 'idle' | 'idle_team'; readonly ticket: number; readonly since: number }
  | { readonly kind: 'uncollected'; readonly ticket: number; readonly days: number; readonly finished: number }
  | ShiftItem
  | { readonly kind: 'offer' | 'place_taken'; readonly leave: number }
  | { readonly kind: 'feedback'; readonly feedback: number }
  | { readonly kind: 'external' }
  | { readonly kind: 'upkeep'; readonly what: UpkeepFault }
  | { readonly kind: 'channel'; readonly channel: ChannelName }
  /** The state of duty at the time of sending. */
  | { readonly kind: 'duty' }
  | { readonly kind: 'digest'; readonly date: string }
  | { readonly kind: 'test' }

export type HelperKind = 'help_tomorrow' | 'help_asked' | 'help_changed'
export type ShiftKind = 'shift_tomorrow' | 'shift_soon' | 'shift_gap' | 'summary' | 'gap'
export interface ShiftItem {
  readonly kind: ShiftKind
  readonly date: string
  readonly shift: number
}
export type UpkeepFault = 'backup' | 'integrity'
export type MessageItemKind = MessageItem['kind']

/** Failing messages are tried for a day. The pauses are short, so that they arrive soon after a failure. */
export const giveUpMs = day
export const maxPauseMs = hour / 2
/** Older messages, which waited while the service was stopped, are dropped. */
export const staleMs = 3 * day
const soonMs = hour
const gapAheadMs = 2 * day
/** Reminders are not sent later than this. */
const uncollectedForMs = 7 * day
const openingForMs = hour / 2
const digestForMs = 3 * hour

export function isForRoles(kind: MessageItemKind, roles: ReadonlySet<RecipientRole>): boolean {
  return !(kind in messageKinds) || roles.has(messageKinds[kind as MessageKind].recipientRole)
}

// Reminders of one's own shifts are shown after the member part has expired, because the member needs them then.
const ownShifts: ReadonlySet<MessageItemKind> = new Set(['shift_tomorrow', 'shift_soon', 'shift_gap', 'help_tomorrow'])

export function needsMember(kind: MessageItemKind): boolean {
  return kind in messageKinds && messageKinds[kind as MessageKind].recipientRole !== 'owner' && !ownShifts.has(kind)
}

/** The message that people wait for most comes first. */
export const isRepairEnd = (kind: MessageItemKind) => kind === 'ready' || kind === 'unrepairable'

/** True if quiet hours do not delay it. */
export function isUrgent(kind: MessageItemKind): boolean {
  if (kind === 'test') return true
  return kind in messageKinds && 'urgent' in messageKinds[kind as MessageKind]
}

/** The end of quiet hours; `undefined` outside of them. */
export function quietUntil({ quietFrom, quietUntil: until }: MessageSettings, zone: string, at: number) {
  const now = zoned(at, zone)
  const time = now.toPlainTime().toString({ smallestUnit: 'minute' })
  const quiet = quietFrom <= until ? quietFrom <= time && time < until : time >= quietFrom || time < until
  if (!quiet) return undefined
  const date = time < until ? now.toPlainDate() : now.toPlainDate().add({ days: 1 })
  return momentOf(date, until, zone)
}

export function kindsFor(roles: ReadonlySet<RecipientRole>): MessageKind[] {
  return keysOf(messageKinds).filter((kind) => roles.has(messageKinds[kind].recipientRole))
}

/** True if the ticket is still as the message says. */
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
 * How many consents must be left after this message. The last one is kept for the message that a device is ready, if
 * its template tells of that.
 */
export function keptConsents(kind: MessageItemKind, template: readonly MessageKind[]): number {
  return template.includes('ready') && !isRepairEnd(kind) ? 1 : 0
}

/** The changes of status that the owner gets a message about. */
export const kindOfMove: { readonly [S in Status]?: 'waiting' | 'ready' | 'unrepairable' } = {
  [statuses.waiting]: 'waiting',
  [statuses.repaired]: 'ready',
  [statuses.unrepairable]: 'unrepairable',
}

/** A message to the people of a shift, or to administrators. */
export type Reminder = ShiftItem & { readonly people: readonly string[] }

type ReminderSettings = Pick<Settings, 'messages' | 'minimumPerShift'>
/** The interval in which a reminder is sent; later it would be wrong. */
type TimedReminder = { readonly reminder: Reminder; readonly from: number; readonly until: number }

// Duty facts never change, so reminders are computed once a day.
const known = new WeakMap<DutyFacts, { settings: ReminderSettings; days: Map<string, readonly TimedReminder[]> }>()

/** The reminders that are due. Each is sent once, so a stop of the service or a changed clock makes no difference. */
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

function remindersAround(facts: DutyFacts, settings: ReminderSettings, today: string): TimedReminder[] {
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
): TimedReminder[] {
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

/** True from the time of reminders on the day before until midnight. */
export function isEveningBefore({ reminderTime }: MessageSettings, zone: string, from: number, at: number): boolean {
  const evening = momentOf(zoned(from, zone).toPlainDate().subtract({ days: 1 }), reminderTime, zone)
  return evening <= at && at < endOfDay(evening, zone)
}

/** True from the time of reminders on the day before a date until that day is over. */
export function isDateNear({ reminderTime }: MessageSettings, zone: string, date: string, at: number): boolean {
  const due = Temporal.PlainDate.from(date)
  return (
    momentOf(due.subtract({ days: 1 }), reminderTime, zone) <= at && at < momentOf(due.add({ days: 1 }), '00:00', zone)
  )
}

/** A shift that an administrator has called off does not take place. */
function takesPlace(facts: DutyFacts, from: number): boolean {
  const { interval, duty } = dutyStatus(facts, from)
  return !(interval.source && 'written' in interval.source && !isDutyOpen(duty))
}

/** The reminder that is due for an uncollected device; `undefined` between them and after the last. */
export function uncollectedDays(finishedAt: number, days: readonly number[], at: number): number | undefined {
  const due = days.toSorted((a, b) => b - a).find((count) => finishedAt + count * day <= at)
  return due !== undefined && at < finishedAt + due * day + uncollectedForMs ? due : undefined
}

/** News about duty for the team's chat: an opening or a new entry. The text identifies it. */
export function dutyNews(facts: DutyFacts, at: number): string | undefined {
  const { interval, inDuty } = dutyStatus(facts, at)
  const { source, from } = interval
  if (!source || at >= from + openingForMs) return undefined
  if ('written' in source) return `written ${source.written.id}`
  return inDuty ? `shift ${source.shift.date} ${source.shift.shift}` : undefined
}

/** The date of the digest that is due now. */
export function digestDate({ quietUntil: morning }: MessageSettings, zone: string, at: number): string | undefined {
  const date = zoned(at, zone).toPlainDate()
  const from = momentOf(date, morning, zone)
  return from <= at && at < from + digestForMs ? localDate(at, zone) : undefined
}

export function isForChat(kind: MessageItemKind, { chat }: MessageSettings): boolean {
  return kind === 'test' || (chat as readonly MessageItemKind[]).includes(kind as ChatKind)
}

/** True if the trouble concerns one address, not the channel. */
export const isAboutAddress = ({ say }: DeliveryTrouble) => say === 'address_gone' || say === 'no_consent'

function momentOf(date: Temporal.PlainDate, time: string, zone: string): number {
  return date.toPlainDateTime(time).toZonedDateTime(zone).epochMilliseconds
}
