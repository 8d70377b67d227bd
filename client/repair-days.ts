import { ticketTypes } from '#contract/codes.ts'
import type { RepairDay } from '#contract/repair-days/day-fields.ts'
import type { BookingState, RepairDayState } from '#contract/repair-days/day-states.ts'
import type { IconName } from './icons.ts'
import { isOpen, type ListedState } from './progress.ts'
import { isDone } from './ticket.ts'
import { timeOfDay } from './time.ts'

export type OpenWave = RepairDay['waves'][number]

/** How the state of a repair day looks. */
export const dayLooks = {
  draft: { icon: 'pencil', colour: 'gray' },
  announced: { icon: 'check', colour: 'teal' },
  full: { icon: 'hourglass', colour: 'yellow' },
  open: { icon: 'sun', colour: 'green' },
  closed: { icon: 'home', colour: 'gray' },
  cancelled: { icon: 'cross', colour: 'red' },
} as const satisfies Readonly<Record<RepairDayState, { readonly icon: IconName; readonly colour: string }>>

/** The word that heads a booking. Ended bookings are not listed. */
export const bookingTitles = {
  booked: 'hasPlace',
  waiting: 'waits',
  offered: 'offered',
  arrived: 'arrived',
  missed: 'over',
  cancelled: 'cancelDone',
  declined: 'letGone',
  lapsed: 'letGone',
} as const satisfies Readonly<Record<BookingState, string>>

/** The words for ending a booking: what the button says, and what it has done. */
export const bookingEnds = {
  booked: ['cancel', 'cancelDone'],
  waiting: ['leave', 'leaveDone'],
  offered: ['letGo', 'letGone'],
} as const

export const isEndable = (state: BookingState): state is keyof typeof bookingEnds => state in bookingEnds

/** `14:00–14:45` */
export const spanText = ({ from, until }: { readonly from: string; readonly until: string }): string =>
  `${timeOfDay(from)}–${timeOfDay(until)}`

export const placesOf = ({ places }: OpenWave, kind: number) => places.find((one) => one.kind === kind)

/** The waves that have not begun on the team's clock and have places for this kind. */
export const openWaves = (waves: readonly OpenWave[], kind: number, clock: string): OpenWave[] =>
  waves.filter((wave) => wave.from.slice(0, 19) > clock.slice(0, 19) && (placesOf(wave, kind)?.bookable ?? 0) > 0)

/** True if the wave, or any of them for 0, has a free place. */
export const hasFree = (waves: readonly OpenWave[], kind: number, wave: number): boolean =>
  waves.some((one) => (wave === 0 || one.id === wave) && (placesOf(one, kind)?.free ?? 0) > 0)

/** True if the owner can bring the device to a repair day. */
export const isBookable = (ticket: ListedState): boolean => isOpen(ticket) && !isDone(ticket.status)

/** True if the owner is asked about a backup. */
export const mayHoldData = (kind: number): boolean => kind !== ticketTypes.appliance

/** True on the day of the wave, on the team's clock. */
export const isToday = ({ from }: { readonly from: string }, clock: string): boolean =>
  from.slice(0, 10) === clock.slice(0, 10)
