import type { Static } from 'typebox'
import {
  Id,
  LinePerLanguage,
  LongText,
  limits,
  MemberId,
  Moment,
  sample,
  TicketId,
  Timestamp,
  TimestampOrNone,
  Version,
} from '../fields.ts'
import { PlaceSetting } from '../team/settings.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { DeviceName, OwnerName } from '../tickets/ticket-fields.ts'
import {
  field,
  flag,
  integer,
  list,
  listOf,
  named,
  namedObject,
  nullable,
  objectOf,
  optional,
  Type,
  text,
} from '../type.ts'
import { bookingStates, repairDayStates } from './day-states.ts'

export const RepairDayStateField = named(
  'RepairDayState',
  Type.Enum(repairDayStates),
  'The state of a repair day. `full`: new bookings wait. `open`: it has begun. `closed`: it is over.',
  'announced',
)
export const BookingStateField = named(
  'BookingState',
  Type.Enum(bookingStates),
  'The state of a booking. `offered`: a place became free and is kept until a time. `lapsed`: that time passed, or the day did. `missed`: no one came.',
  'booked',
)

export const DayId = field(Id, 'The number of the repair day.', 4)
export const KindNumber = integer('One of the team’s own kinds, or the type: 0 appliances, 1 computers.', 0, {
  minimum: 0,
  maximum: 999,
})

const Title = LinePerLanguage(limits.device, { zh_CN: '十一月维修日', en_US: 'Repair day in November' })
const About = Type.Object({
  zh_CN: field(LongText(), 'The Chinese text; may be empty.', '带上坏了的小家电，一起修好它。'),
  en_US: field(LongText(), 'The English text; may be empty.', 'Bring a broken appliance, and we mend it together.'),
})
const Line = (zh_CN: string, en_US: string) => LinePerLanguage(limits.device, { zh_CN, en_US })

const WavePlaces = field(
  Type.Array(
    namedObject('WavePlaces', 'The places of a wave for one kind.', {
      kind: KindNumber,
      places: integer('How many devices of this kind can be mended in the wave.', 4, { minimum: 0, maximum: 500 }),
    }),
    { maxItems: 30 },
  ),
  'The places by kind.',
)

const WaveInput = namedObject('WaveInput', 'A wave: visitors who come at the same time.', {
  id: optional(Id, 'The number of an existing wave; absent for a new one.', 9),
  from: field(Moment, 'When it begins, on the team’s wall clock.', '2026-11-21T14:00'),
  until: field(Moment, 'When it ends.', '2026-11-21T14:45'),
  places: WavePlaces,
})

const Refused = field(
  Type.Array(
    namedObject('RefusedDevice', 'Devices that are not mended on this day.', {
      what: field(Line('微波炉', 'Microwave ovens'), 'What is not mended.'),
      where: field(
        Line('校外的家电维修店', 'The appliance shop in town'),
        'Where its owner can go instead; may be empty.',
      ),
    }),
    { maxItems: 50 },
  ),
  'What is not mended, and where else to go.',
)

/** The fields that an administrator plans. */
export const DayPlanFields = Type.Object({
  title: field(Title, 'The title.'),
  about: field(About, 'The description.'),
  from: field(Moment, 'When the day begins, on the team’s wall clock.', '2026-11-21T14:00'),
  until: field(Moment, 'When the day ends.', '2026-11-21T17:00'),
  place: field(PlaceSetting, 'Where it is. An empty name means the usual place of the team.'),
  kinds: field(Type.Array(KindNumber, { maxItems: 30 }), 'The kinds that are mended.', [0, 1]),
  refused: Refused,
  walkInPercent: integer('The share of places that is kept for visitors without a booking, in percent.', 25, {
    minimum: 0,
    maximum: 100,
  }),
  offerHours: integer('For how many hours a free place is offered to one person.', 12, { minimum: 1, maximum: 168 }),
  helpUntil: field(
    Type.Union([Type.Literal(''), Moment]),
    'Until when helpers sign up and off; empty for the beginning of the day.',
    '2026-11-20T18:00',
  ),
  publish: flag('Whether the report of the day is public.', false),
  waves: field(Type.Array(WaveInput, { maxItems: 40 }), 'The waves.'),
})
const planned = DayPlanFields.properties

const Wave = namedObject('RepairDayWave', 'A wave of a repair day, with its free places.', {
  id: field(Id, 'The number of the wave.', 9),
  from: field(Timestamp, 'When it begins.'),
  until: field(Timestamp, 'When it ends.', sample.end),
  places: listOf('The places by kind.', {
    kind: KindNumber,
    places: integer('How many places the wave has for this kind.', 4),
    bookable: integer('How many of them can be booked. The others are kept for visitors without a booking.', 3),
    free: integer('How many can be booked now.', 1),
    waiting: integer('How many people are waiting for one.', 0),
  }),
})

/** What everyone sees: counts, and nothing about owners. */
const publicDay = {
  id: DayId,
  state: RepairDayStateField,
  title: text('The title.', 'Repair day in November'),
  from: field(Timestamp, 'When it begins.'),
  until: field(Timestamp, 'When it ends.', sample.end),
  place: text('Where it is.', 'Library, ground floor'),
  map: text('The address of a map; may be empty.', ''),
  kinds: list(KindNumber, 'The kinds that are mended.', [0, 1]),
  free: integer('How many places can be booked now.', 12),
}

export const RepairDaySummary = namedObject('RepairDaySummary', 'A repair day in a list.', publicDay)
export type RepairDaySummary = Static<typeof RepairDaySummary>

export const RepairDay = namedObject('RepairDay', 'A repair day.', {
  ...publicDay,
  about: text('The description; may be empty.', 'Bring a broken appliance, and we mend it together.'),
  refused: listOf('What is not mended, and where else to go.', {
    what: text('What is not mended.', 'Microwave ovens'),
    where: text('Where its owner can go instead; may be empty.', 'The appliance shop in town'),
  }),
  waves: list(Wave, 'The waves, the earliest first.'),
})
export type RepairDay = Static<typeof RepairDay>

/** A day as an administrator plans it, in both languages. */
export const PlannedDay = namedObject('PlannedRepairDay', 'A repair day as administrators see it.', {
  id: DayId,
  version: Version,
  state: RepairDayStateField,
  title: planned.title,
  about: planned.about,
  from: field(Timestamp, 'When it begins.'),
  until: field(Timestamp, 'When it ends.', sample.end),
  place: planned.place,
  kinds: planned.kinds,
  refused: planned.refused,
  walkInPercent: planned.walkInPercent,
  offerHours: planned.offerHours,
  helpUntil: field(TimestampOrNone, 'Until when helpers sign up and off; empty for the beginning of the day.', ''),
  publish: planned.publish,
  waves: list(Wave, 'The waves, the earliest first.'),
  copiedFrom: integer('The repair day that this one was made from; 0 for none.', 0),
  bookings: objectOf('How many bookings there are.', {
    booked: integer('How many have a place.', 31),
    waiting: integer('How many wait.', 2),
    arrived: integer('How many have come.', 0),
    missed: integer('How many booked and did not come.', 0),
  }),
})
export type PlannedDay = Static<typeof PlannedDay>

const booking = {
  day: DayId,
  ticket: TicketId,
  state: BookingStateField,
  kind: KindNumber,
  wave: integer('The number of the wave; 0 while any wave will do.', 9),
  from: field(TimestampOrNone, 'When the wave begins; empty while any wave will do.', sample.time),
  until: field(TimestampOrNone, 'When the wave ends; empty while any wave will do.', sample.end),
  ahead: integer('How many wait for the same kind before this one; 0 unless waiting.', 0),
  offeredUntil: field(TimestampOrNone, 'Until when the offered place is kept; empty unless offered.', ''),
  number: nullable(Type.String(), 'The number in the queue after arrival; null before.', 'A04'),
}

export const OwnBooking = namedObject('OwnBooking', 'A booking as the owner of the ticket sees it.', {
  ...booking,
  title: text('The title of the repair day.', 'Repair day in November'),
  place: text('Where it is.', 'Library, ground floor'),
  map: text('The address of a map; may be empty.', ''),
})
export type OwnBooking = Static<typeof OwnBooking>

export const DayBooking = namedObject('DayBooking', 'A booking as members see it.', {
  ...booking,
  device: DeviceName,
  owner: OwnerName,
  workers: markPersonal(
    list(Type.String(), 'The names of the members who work on the ticket.', [sample.colleague]),
    'workers',
  ),
  wishes: listOf('The members who would like to repair it.', {
    id: MemberId,
    name: text('The name of the member.', sample.colleague),
  }),
})
export type DayBooking = Static<typeof DayBooking>
