import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '#kit/time.ts'
import { randomFrom } from '../../../test/duty/world.ts'
import {
  allocate,
  assertPlacesKept,
  type BookableDay,
  type Booking,
  bookablePlaces,
  bookingMoves,
  countAhead,
  endOfBookings,
  freeOfDay,
  freePlaces,
  holdsPlace,
  isLiveBooking,
  lapsedOffers,
  offersFor,
  queuePlace,
  shortenedOffers,
  stateAfterEnd,
  withChanges,
} from './bookings.ts'

const [begin, now] = [100 * hour, 10 * hour]
const wave = (id: number, places: number, kind = 0) => ({
  id,
  from: begin + (id - 1) * hour,
  until: begin + id * hour,
  places: [{ kind, places }],
})
const day: BookableDay = { kinds: [0, 1], walkInPercent: 0, offerHours: 12, waves: [wave(1, 1), wave(2, 1)] }
const booking = (id: number, state: Booking['state'], own: Partial<Booking> = {}): Booking => ({
  id,
  ticket: id,
  kind: 0,
  wave: 1,
  state,
  position: id,
  offeredUntil: null,
  ...own,
})
const code = (expected: string) => (error: unknown) => (error as { code: string }).code === expected // a Refusal

test('visitors without a booking keep at least their share', () => {
  assert.deepEqual(
    [0, 25, 50, 100].map((percent) => bookablePlaces(10, percent)),
    [10, 7, 5, 0],
  )
  assert.equal(bookablePlaces(1, 1), 0)
  assert.equal(freeOfDay({ ...day, walkInPercent: 100 }, [], now), undefined)
})

test('a request takes a free place of its wave, or of the earliest one', () => {
  const ask = (bookings: readonly Booking[], wanted: number, at = now) =>
    allocate(day, bookings, { ticket: 9, kind: 0, wave: wanted }, at)
  assert.deepEqual(ask([], 2), { state: 'booked', wave: 2, keepsPosition: false })
  assert.deepEqual(ask([booking(1, 'booked')], 0), { state: 'booked', wave: 2, keepsPosition: false })
  assert.deepEqual(ask([booking(1, 'offered')], 1), { state: 'waiting', wave: 1, keepsPosition: false })
  assert.deepEqual(ask([booking(1, 'cancelled')], 1), { state: 'booked', wave: 1, keepsPosition: false })
  // A wave that has begun takes no booking.
  assert.deepEqual(ask([], 0, begin), { state: 'booked', wave: 2, keepsPosition: false })
  assert.throws(() => ask([], 1, begin), code('wave_over'))
  assert.throws(() => ask([], 0, begin + hour), code('wave_over'))
  assert.throws(() => ask([], 3), code('wave_not_found'))
  assert.throws(() => allocate(day, [], { ticket: 9, kind: 5, wave: 0 }, now), code('kind_not_mended'))
})

test('a request does not pass those who wait for the same place', () => {
  const waiting = [booking(1, 'waiting', { wave: null })]
  const one = { ...day, waves: [wave(1, 1)] }
  assert.equal(allocate(one, waiting, { ticket: 9, kind: 0, wave: 1 }, now)?.state, 'waiting')
  // Those who wait for another kind do not matter.
  const other = [booking(1, 'waiting', { wave: null, kind: 1 })]
  assert.equal(allocate(one, other, { ticket: 9, kind: 0, wave: 1 }, now)?.state, 'booked')
})

test('a booking changes its wave only into a free place, and an offer is taken by the same call', () => {
  const mine = (own: Booking, wanted: number, others: readonly Booking[] = []) =>
    allocate(day, [own, ...others], { ticket: own.ticket, kind: 0, wave: wanted }, now)
  assert.equal(mine(booking(1, 'booked'), 1), undefined)
  assert.equal(mine(booking(1, 'booked'), 0), undefined)
  assert.deepEqual(mine(booking(1, 'booked'), 2), { state: 'booked', wave: 2, keepsPosition: true })
  assert.throws(() => mine(booking(1, 'booked'), 2, [booking(2, 'booked', { wave: 2 })]), code('wave_full'))
  assert.deepEqual(mine(booking(1, 'offered'), 0), { state: 'booked', wave: 1, keepsPosition: true })
  const begun = () => allocate(day, [booking(1, 'booked')], { ticket: 1, kind: 0, wave: 2 }, begin)
  assert.throws(begun, code('wave_over'), 'it changes until its own wave begins')
  assert.equal(mine(booking(1, 'arrived'), 0), undefined)
  // Who waits for one wave may wait for any instead, at the same place in the order.
  const full = [booking(2, 'booked'), booking(3, 'booked', { wave: 2 })]
  assert.deepEqual(mine(booking(4, 'waiting'), 0, full), { state: 'waiting', wave: null, keepsPosition: true })
  assert.equal(mine(booking(4, 'waiting'), 1, full), undefined)
})

test('a free place is offered to the first who waits, for some hours and never beyond the wave', () => {
  const bookings = [
    booking(1, 'cancelled'),
    booking(2, 'waiting', { wave: 2 }),
    booking(3, 'waiting', { wave: null }),
    booking(4, 'waiting'),
  ]
  assert.deepEqual(offersFor(day, bookings, now), [
    { id: 3, state: 'offered', wave: 1, offeredUntil: now + 12 * hour },
    { id: 2, state: 'offered', wave: 2, offeredUntil: now + 12 * hour },
  ])
  assert.equal(offersFor(day, bookings, begin - hour)[0]?.offeredUntil, begin)
  assert.deepEqual(
    offersFor(day, bookings, begin).map(({ wave: of }) => of),
    [2],
  )
  assert.deepEqual(
    [booking(1, 'declined'), booking(2, 'lapsed')].map((one) => offersFor(day, [one], now)),
    [[], []],
  )
  const offered = booking(5, 'offered', { offeredUntil: now })
  assert.deepEqual(lapsedOffers([offered, booking(6, 'booked')], now), [
    { id: 5, state: 'lapsed', wave: 1, offeredUntil: null },
  ])
  assert.deepEqual(lapsedOffers([offered], now - 1), [])
  assert.deepEqual(shortenedOffers(day, [{ ...offered, offeredUntil: begin + 1 }])[0]?.offeredUntil, begin)
})

test('after the day a booking without arrival is missed, and those who waited have no booking any more', () => {
  const bookings = [
    booking(1, 'booked'),
    booking(2, 'booked', { wave: 2 }),
    booking(3, 'waiting', { wave: null }),
    booking(4, 'offered', { wave: 2 }),
    booking(5, 'arrived'),
  ]
  assert.deepEqual(
    endOfBookings(day, bookings, begin).map(({ id, state }) => [id, state]),
    [
      [1, 'missed'],
      [2, 'cancelled'],
      [3, 'lapsed'],
      [4, 'lapsed'],
    ],
  )
  assert.deepEqual(
    [stateAfterEnd(booking(1, 'offered')), stateAfterEnd(booking(1, 'waiting'))],
    ['declined', 'cancelled'],
  )
})

test('a plan cannot take away what someone has', () => {
  const held = [booking(1, 'booked'), booking(2, 'waiting')]
  assertPlacesKept(day, held)
  for (const less of [
    { ...day, waves: [wave(2, 1)] },
    { ...day, waves: [wave(1, 0), wave(2, 1)] },
    { ...day, kinds: [1] },
    { ...day, walkInPercent: 50 },
  ])
    assert.throws(() => assertPlacesKept(less, held), code('wave_booked'))
})

test('in the queue a wave comes after the one before, and its bookings before others', () => {
  assert.deepEqual(queuePlace(day, 2, now), { waveAt: begin + hour, walkIn: false })
  assert.deepEqual(queuePlace(day, undefined, now), { waveAt: begin, walkIn: true })
  // Who comes late joins the present wave.
  assert.deepEqual(queuePlace(day, 1, begin + hour), { waveAt: begin + hour, walkIn: false })
  assert.deepEqual(queuePlace({ ...day, waves: [] }, undefined, now), { waveAt: 0, walkIn: true })
})

test('random requests, releases and lapses never overbook, and leave no free place with someone waiting for it', () => {
  const chance = randomFrom(7)
  const pick = <T>(from: readonly T[]) => from[Math.floor(chance() * from.length)]
  const crowded: BookableDay = {
    ...day,
    walkInPercent: 20,
    waves: [wave(1, 3), { ...wave(2, 2), places: [0, 1].map((kind) => ({ kind, places: 2 })) }, wave(3, 4, 1)],
  }
  let bookings: Booking[] = []
  for (let step = 0; step < 3000; step += 1) {
    const at = now + Math.floor(step / 100) * hour
    const ticket = Math.floor(chance() * 20) + 1
    const own = bookings.find((one) => one.ticket === ticket)
    const before = own?.state
    const deed = chance()
    if (deed < 0.5) {
      const request = { ticket, kind: own?.kind ?? ticket % 2, wave: pick([0, 0, 1, 2, 3]) ?? 0 }
      try {
        const next = allocate(crowded, bookings, request, at)
        if (next) {
          const position = next.keepsPosition && own ? own.position : step
          const row = { ...booking(ticket, next.state), kind: request.kind, wave: next.wave, position }
          bookings = [...bookings.filter((one) => one !== own), row]
        }
      } catch (error) {
        assert.ok(code('wave_full')(error))
      }
    } else if (deed < 0.8 && own && isLiveBooking(own))
      bookings = withChanges(bookings, [{ id: own.id, state: stateAfterEnd(own), wave: own.wave, offeredUntil: null }])
    else bookings = withChanges(bookings, lapsedOffers(bookings, at))
    bookings = withChanges(bookings, offersFor(crowded, bookings, at))
    const after = bookings.find((one) => one.ticket === ticket)?.state
    if (before && after && before !== after) assert.ok(reaches(before, after), `${before} to ${after}`)
    for (const one of crowded.waves)
      for (const { kind, places } of one.places) {
        const held = bookings.filter((other) => holdsPlace(other) && other.wave === one.id && other.kind === kind)
        assert.ok(held.length <= bookablePlaces(places, 20))
        const free = freePlaces(crowded, bookings, one, kind)
        const waits = bookings.some(
          (other) => other.state === 'waiting' && other.kind === kind && (other.wave ?? one.id) === one.id,
        )
        assert.ok(free === 0 || !waits, 'no free place while someone waits for it')
      }
  }
  const waiting = bookings.filter(({ state }) => state === 'waiting')
  assert.ok(waiting.length > 3)
  for (const one of waiting)
    assert.equal(
      countAhead(bookings, one),
      waiting.filter(({ kind, position }) => kind === one.kind && position < one.position).length,
    )
})

/** A step may make several moves, such as a new request that is offered a place at once. */
function reaches(from: Booking['state'], to: Booking['state'], steps = 3): boolean {
  const next = bookingMoves[from]
  return next.includes(to) || (steps > 1 && next.some((state) => reaches(state, to, steps - 1)))
}
