import { bookingCallsOver, type Holder } from '#client/booking-calls.ts'
import {
  bookingEnds,
  bookingTitles,
  dayLooks,
  hasFree,
  isEndable,
  isToday,
  type OpenWave,
  openWaves,
  spanText,
} from '#client/repair-days.ts'
import { repairDayWords } from '#client/words/repair-days.ts'
import type { OwnBooking, RepairDaySummary } from '#contract/repair-days/day-fields.ts'
import { language, textsOf } from './language.ts'
import { ifOlder } from './older-service.ts'
import { dayPage } from './open-page.ts'
import { runAndReload, type TapEvent, toast } from './screen.ts'
import { api } from './session.ts'
import { dateTime, dayText } from './time.ts'

export const bookingCalls = (holder: Holder) => bookingCallsOver(api, holder)

/** An older service has no repair days. */
export const comingDays = async (): Promise<RepairDaySummary[]> =>
  (await ifOlder<{ list: RepairDaySummary[] }>(api.repairDays.list(), () => ({ list: [] }))).list
export const ownBookings = async (): Promise<OwnBooking[]> =>
  (await ifOlder<{ list: OwnBooking[] }>(api.repairDays.mine(), () => ({ list: [] }))).list

/** `Sat 21 Nov 14:00–17:00` */
export const whenText = (span: { readonly from: string; readonly until: string }, clock: string): string =>
  span.from && `${dayText(span.from, language.current(), clock)} ${spanText(span)}`

/** A repair day in a list. */
export function dayView({ id, state, title, from, until, place, free }: RepairDaySummary, clock: string) {
  const words = textsOf(repairDayWords)
  return {
    id,
    to: dayPage(id),
    title,
    chip: { ...dayLooks[state], text: words.states[state] },
    when: whenText({ from, until }, clock),
    place,
    free: free > 0 ? words.free(free) : '',
  }
}

/** A booking with everything that its owner can do, each in one tap. */
export interface BookingView {
  readonly key: string
  readonly day: number
  readonly to: string
  readonly wave: number
  readonly holder: Holder
  readonly state: OwnBooking['state']
  readonly title: string
  readonly dayTitle: string
  readonly device: string
  readonly when: string
  readonly place: string
  readonly texts: readonly string[]
  readonly take: string
  readonly arrive: string
  readonly end: string
  /** The waves to which it can be moved. */
  readonly waves: readonly { readonly id: number; readonly name: string }[]
}

interface BookingSource {
  readonly booking: OwnBooking
  readonly holder: Holder
  /** Empty where the page names it. */
  readonly device: string
}

export async function bookingView({ booking, holder, device }: BookingSource, clock: string): Promise<BookingView> {
  const words = textsOf(repairDayWords)
  const { day, ticket, state, wave, from, until, title, place } = booking
  const { waves, ...whole } = await api.repairDays.info({ id: day })
  const when = from ? { from, until } : whole
  return {
    key: `${day}-${ticket}`,
    day,
    to: dayPage(day),
    wave,
    holder,
    state,
    title: words[bookingTitles[state]],
    dayTitle: title,
    device,
    when: whenText(when, clock),
    place,
    texts: textsFor(booking, clock),
    take: state === 'offered' ? words.take : '',
    arrive: state === 'booked' && isToday(booking, clock) ? words.arrive : '',
    end: isEndable(state) ? words[bookingEnds[state][0]] : '',
    waves: state === 'booked' || state === 'waiting' ? otherWaves(booking, waves, clock) : [],
  }
}

function textsFor({ state, from, until, ahead, offeredUntil, number }: OwnBooking, clock: string): string[] {
  const words = textsOf(repairDayWords)
  switch (state) {
    case 'booked':
      return [words.hasPlaceAbout]
    case 'waiting':
      return [from ? spanText({ from, until }) : words.anyWave, words.waitsAhead(ahead), words.waitsAbout]
    case 'offered':
      return [`${words.offeredUntil} ${dateTime(offeredUntil, language.current(), clock)}`]
    case 'arrived':
      return [number ? words.number(number) : '', words.arrivedAbout].filter(Boolean)
    default:
      return []
  }
}

function otherWaves({ kind, wave, state }: OwnBooking, waves: readonly OpenWave[], clock: string) {
  const free = openWaves(waves, kind, clock).filter((one) => one.id !== wave && hasFree([one], kind, one.id))
  const any = state === 'waiting' && wave > 0 ? [{ id: 0, name: textsOf(repairDayWords).any }] : []
  return [...any, ...free.map((one) => ({ id: one.id, name: spanText(one) }))]
}

export type BookingAction = 'take' | 'arrive' | 'end' | 'change'

/** Does what was tapped, and returns what to say. */
async function act({ holder, day, wave, state }: BookingView, action: BookingAction, to: number): Promise<string> {
  const words = textsOf(repairDayWords)
  const calls = bookingCalls(holder)
  switch (action) {
    case 'take':
      await calls.book(day, wave)
      return words.taken
    case 'arrive':
      return words.number((await calls.arrive(day)).number)
    case 'end':
      await calls.unbook(day)
      return isEndable(state) ? words[bookingEnds[state][1]] : ''
    case 'change': {
      const { state: next } = await calls.book(day, to)
      return state === 'waiting' && next === 'booked' ? words.booked : words.changed
    }
  }
}

type BookingPage = Parameters<typeof runAndReload>[0] & { readonly data: { readonly bookings: readonly BookingView[] } }

/** The methods of a page that shows bookings. */
export const bookingMethods = {
  async actOnBooking(
    this: BookingPage,
    {
      currentTarget,
      detail,
    }: TapEvent & { readonly detail: { readonly action: BookingAction; readonly wave: number } },
  ) {
    const booking = this.data.bookings[currentTarget.dataset['at'] as number]
    if (!booking) return
    let said = ''
    const work = async () => {
      said = await act(booking, detail.action, detail.wave)
    }
    if (await runAndReload(this, '', work)) toast(said)
  },
}
