import { Refusal } from '#contract/errors.ts'
import type { BookingState } from '#contract/repair-days/day-states.ts'
import { hour } from '#kit/time.ts'

/** The moves of a booking. A row that ended is used again for the next request of the same ticket. */
export const bookingMoves: Readonly<Record<BookingState, readonly BookingState[]>> = {
  waiting: ['booked', 'offered', 'cancelled', 'lapsed'],
  offered: ['booked', 'declined', 'cancelled', 'lapsed'],
  booked: ['arrived', 'missed', 'cancelled'],
  arrived: [],
  missed: [],
  cancelled: ['booked', 'waiting'],
  declined: ['booked', 'waiting'],
  lapsed: ['booked', 'waiting'],
}

const holding: ReadonlySet<BookingState> = new Set(['booked', 'offered', 'arrived'])
/** True while a booking has a place. */
export const holdsPlace = ({ state }: Pick<Booking, 'state'>): boolean => holding.has(state)
const live: ReadonlySet<BookingState> = new Set(['booked', 'offered', 'waiting'])
/** True while the owner can still come, or change it. */
export const isLiveBooking = ({ state }: Pick<Booking, 'state'>): boolean => live.has(state)

export interface Booking {
  readonly id: number
  readonly ticket: number
  readonly kind: number
  /** Null while any wave will do. */
  readonly wave: number | null
  readonly state: BookingState
  /** The order of requests. */
  readonly position: number
  readonly offeredUntil: number | null
}

export interface Wave {
  readonly id: number
  readonly from: number
  readonly until: number
  readonly places: readonly { readonly kind: number; readonly places: number }[]
}

export interface BookableDay {
  readonly kinds: readonly number[]
  readonly walkInPercent: number
  readonly offerHours: number
  /** The earliest first. */
  readonly waves: readonly Wave[]
}

/** A booking that changes. */
export interface BookingChange {
  readonly id: number
  readonly state: BookingState
  readonly wave: number | null
  readonly offeredUntil: number | null
}

/** Visitors without a booking get at least their share. */
export const bookablePlaces = (places: number, walkInPercent: number): number =>
  places - Math.ceil((places * walkInPercent) / 100)

function bookableIn({ walkInPercent }: BookableDay, wave: Wave, kind: number): number {
  const { places = 0 } = wave.places.find((one) => one.kind === kind) ?? {}
  return bookablePlaces(places, walkInPercent)
}

/** Never negative: an administrator cannot take away a place that someone has. */
export function freePlaces(day: BookableDay, bookings: readonly Booking[], wave: Wave, kind: number): number {
  const held = bookings.filter((one) => holdsPlace(one) && one.wave === wave.id && one.kind === kind).length
  return Math.max(0, bookableIn(day, wave, kind) - held)
}

/** The places that can be booked now; `undefined` for a day that has none at all. */
export function freeOfDay(day: BookableDay, bookings: readonly Booking[], at: number): number | undefined {
  const every = day.waves.flatMap((wave) => wave.places.map(({ kind }) => ({ wave, kind })))
  if (every.every(({ wave, kind }) => bookableIn(day, wave, kind) === 0)) return undefined
  return every
    .filter(({ wave }) => at < wave.from)
    .reduce((sum, { wave, kind }) => sum + freePlaces(day, bookings, wave, kind), 0)
}

/** Those who wait for this place, in order. */
function waitingFor(bookings: readonly Booking[], wave: Wave, kind: number): Booking[] {
  return bookings
    .filter((one) => one.state === 'waiting' && one.kind === kind && (one.wave === null || one.wave === wave.id))
    .toSorted((a, b) => a.position - b.position)
}

/** How many wait for the same kind before this booking. */
export function countAhead(bookings: readonly Booking[], { kind, position, state }: Booking): number {
  if (state !== 'waiting') return 0
  return bookings.filter((one) => one.state === 'waiting' && one.kind === kind && one.position < position).length
}

export interface BookingRequest {
  readonly ticket: number
  readonly kind: number
  /** 0 for any wave. */
  readonly wave: number
}

interface Allocation {
  readonly state: 'booked' | 'waiting'
  readonly wave: number | null
  /** Keeps its place in the order of those who wait. */
  readonly keepsPosition: boolean
}

/**
 * What becomes of a request. `own` is the earlier booking of the same ticket. A free place goes to the request only if
 * no one waits for it. A change of wave keeps the booking as it is if the new wave is full.
 */
export function allocate(
  day: BookableDay,
  bookings: readonly Booking[],
  { ticket, kind, wave: wanted }: BookingRequest,
  at: number,
): Allocation | undefined {
  if (!day.kinds.includes(kind)) throw new Refusal('kind_not_mended')
  const wave = wanted === 0 ? undefined : waveOf(day, wanted, at)
  const own = bookings.find((one) => one.ticket === ticket)
  const others = bookings.filter((one) => one !== own)
  const candidates = wave ? [wave] : day.waves.filter(({ from }) => at < from)
  if (candidates.length === 0) throw new Refusal('wave_over')
  if (own?.state === 'arrived') return undefined
  if (own && holdsPlace(own)) return change(day, others, own, { wave, kind, candidates, at })
  const free = candidates.find((one) => isFreeFor(day, others, one, kind, own))
  if (free) return { state: 'booked', wave: free.id, keepsPosition: false }
  const waits = own?.state === 'waiting'
  if (waits && own.wave === (wave?.id ?? null)) return undefined
  return { state: 'waiting', wave: wave?.id ?? null, keepsPosition: waits }
}

/** A booked or offered place: the same one is taken or kept, another one is taken if it is free. */
function change(
  day: BookableDay,
  others: readonly Booking[],
  own: Booking,
  { wave, kind, candidates, at }: { wave: Wave | undefined; kind: number; candidates: readonly Wave[]; at: number },
): Allocation | undefined {
  const isSame = (wave === undefined || wave.id === own.wave) && kind === own.kind
  if (isSame) return own.state === 'booked' ? undefined : { state: 'booked', wave: own.wave, keepsPosition: true }
  assertBeforeWave(day, own, at)
  const free = candidates.find((one) => isFreeFor(day, others, one, kind, undefined))
  if (!free) throw new Refusal('wave_full')
  return { state: 'booked', wave: free.id, keepsPosition: true }
}

function isFreeFor(day: BookableDay, others: readonly Booking[], wave: Wave, kind: number, own: Booking | undefined) {
  const before = waitingFor(others, wave, kind).filter(
    ({ position }) => own?.state !== 'waiting' || position < own.position,
  )
  return freePlaces(day, others, wave, kind) > before.length
}

function waveOf({ waves }: BookableDay, id: number, at: number): Wave {
  const wave = waves.find((one) => one.id === id)
  if (!wave) throw new Refusal('wave_not_found')
  if (wave.from <= at) throw new Refusal('wave_over')
  return wave
}

/** Refuses once the wave of a booking has begun. */
export function assertBeforeWave({ waves }: BookableDay, { wave }: Booking, at: number): void {
  if ((waves.find(({ id }) => id === wave)?.from ?? Number.POSITIVE_INFINITY) <= at) throw new Refusal('wave_over')
}

/** The state of a booking that its owner ends. */
export const stateAfterEnd = ({ state }: Booking): 'declined' | 'cancelled' =>
  state === 'offered' ? 'declined' : 'cancelled'

/** Offers whose time is over. */
export function lapsedOffers(bookings: readonly Booking[], at: number): BookingChange[] {
  return bookings
    .filter(({ state, offeredUntil }) => state === 'offered' && (offeredUntil ?? at) <= at)
    .map(({ id, wave }) => ({ id, state: 'lapsed', wave, offeredUntil: null }))
}

/**
 * Offers each free place to the first who waits for it, the earliest wave first. An offer ends after some hours, and
 * at the latest when the wave begins.
 */
export function offersFor(day: BookableDay, bookings: readonly Booking[], at: number): BookingChange[] {
  const changes: BookingChange[] = []
  let now = bookings
  for (const wave of day.waves.filter(({ from }) => at < from))
    for (const { kind } of wave.places) {
      const count = freePlaces(day, now, wave, kind)
      const first = waitingFor(now, wave, kind).slice(0, count)
      const until = Math.min(at + day.offerHours * hour, wave.from)
      const offers = first.map(({ id }) => ({ id, state: 'offered' as const, wave: wave.id, offeredUntil: until }))
      changes.push(...offers)
      now = withChanges(now, offers)
    }
  return changes
}

/** The bookings after changes. A change that is no move of its state is a mistake of this service. */
export function withChanges<B extends Booking>(bookings: readonly B[], changes: readonly BookingChange[]): B[] {
  const byId = new Map(changes.map((one) => [one.id, one]))
  return bookings.map((one) => {
    const change = byId.get(one.id)
    if (change && change.state !== one.state && !bookingMoves[one.state].includes(change.state))
      throw new Error(`a booking cannot become ${change.state} from ${one.state}`)
    return { ...one, ...change }
  })
}

/** Offers that end with the wave, after the wave has moved. */
export function shortenedOffers({ waves }: BookableDay, bookings: readonly Booking[]): BookingChange[] {
  return bookings.flatMap(({ id, state, wave, offeredUntil }) => {
    const begin = waves.find((one) => one.id === wave)?.from
    const isTooLong = begin !== undefined && offeredUntil !== null && begin < offeredUntil
    return isTooLong ? [{ id, state, wave, offeredUntil: begin }] : []
  })
}

/** All bookings that still count, as the team ends them. */
export function calledOff(bookings: readonly Booking[]): BookingChange[] {
  return bookings.filter(isLiveBooking).map(({ id, wave }) => ({ id, state: 'cancelled', wave, offeredUntil: null }))
}

/** The place in the queue: by wave, and in a wave those with a booking come first. A late visitor joins the present wave. */
export function queuePlace({ waves }: BookableDay, wave: number | null | undefined, at: number) {
  const present = waves.findLast(({ from }) => from <= at) ?? waves[0]
  const own = waves.find(({ id }) => id === wave)
  return { waveAt: Math.max(present?.from ?? 0, own?.from ?? 0), walkIn: own === undefined }
}

/** After the day, or when it is closed early: who did not come has missed it, and who waited or comes later goes free. */
export function endOfBookings(day: BookableDay, bookings: readonly Booking[], at: number): BookingChange[] {
  return bookings.filter(isLiveBooking).map(({ id, wave, state }) => {
    const hasBegun = (day.waves.find((one) => one.id === wave)?.from ?? at) <= at
    const end = state !== 'booked' ? 'lapsed' : hasBegun ? 'missed' : 'cancelled'
    return { id, state: end, wave, offeredUntil: null }
  })
}

/** Refuses a plan that takes away a wave or places that someone has. */
export function assertPlacesKept(day: BookableDay, bookings: readonly Booking[]): void {
  for (const one of bookings) {
    if (!holdsPlace(one) || one.wave === null) continue
    const wave = day.waves.find(({ id }) => id === one.wave)
    const held = bookings.filter((other) => holdsPlace(other) && other.wave === one.wave && other.kind === one.kind)
    if (!wave || !day.kinds.includes(one.kind) || bookableIn(day, wave, one.kind) < held.length)
      throw new Refusal('wave_booked', { bookings: held.length })
  }
}
