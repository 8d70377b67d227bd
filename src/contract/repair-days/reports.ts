import type { Static } from 'typebox'
import { get } from '../endpoint.ts'
import { MemberId, sample, Timestamp } from '../fields.ts'
import { outcomes } from '../tickets/outcome-fields.ts'
import { field, flag, integer, listOf, Type, text } from '../type.ts'
import { DayId, KindNumber } from './day-fields.ts'

const Few = (what: string, example: number) =>
  field(Type.Union([Type.Integer(), Type.Null()]), `${what}; null if fewer than five.`, example)
const Outcome = field(
  Type.Enum([...outcomes, 'open']),
  'The outcome. `open`: the repair is not finished. If none was recorded: `fixed` if repaired, otherwise `unknown`.',
  'fixed',
)

const head = {
  id: DayId,
  title: text('The title of the repair day.', 'Repair day in November'),
  from: field(Timestamp, 'When it began.'),
  until: field(Timestamp, 'When it ended.', sample.end),
  place: text('Where it was.', 'Library, ground floor'),
  grams: integer('The estimated weight of the fixed devices, by the average of their category.', 31_200),
  helpers: integer('How many members helped.', 9),
}

/** What everyone sees of a day that is over, where the team publishes it. */
const PublicReport = Type.Object({
  ...head,
  devices: Few('How many devices came', 42),
  outcomes: listOf('What became of them, without groups of fewer than five.', {
    outcome: Outcome,
    count: integer('The count, at least five.', 27),
  }),
  kinds: listOf('The devices by kind, without groups of fewer than five.', {
    kind: KindNumber,
    count: integer('The count, at least five.', 30),
  }),
})
export type PublicReport = Static<typeof PublicReport>

const DayReport = Type.Object({
  ...head,
  devices: integer('How many devices came.', 42),
  booked: integer('How many of them were booked.', 31),
  walkIns: integer('How many of them came without a booking.', 11),
  missed: integer('How many bookings were missed.', 4),
  kinds: listOf('The devices by kind, and what became of them.', {
    kind: KindNumber,
    count: integer('How many came.', 30),
    outcomes: listOf('What became of them.', { outcome: Outcome, count: integer('The count.', 21) }),
  }),
  helped: listOf('The members who signed up or signed in, by name.', {
    member: MemberId,
    name: text('The name of the member; empty once it was erased.', sample.colleague),
    signedUp: flag('Whether they had signed up.', true),
    signedIn: flag('Whether they signed in on the day.', true),
    minutes: integer('How many minutes they were signed in.', 180),
  }),
})
export type DayReport = Static<typeof DayReport>

export const dayReports = {
  info: get('/events/report', 'anyone', {
    ticket: { none: 'Counts of a repair day that is over, where the team publishes them.' },
    summary:
      'Get the public report of a repair day that is over: counts without groups of fewer than five, and nothing about owners. Available only where the team publishes it.',
    input: Type.Object({ id: DayId }),
    output: PublicReport,
    errors: ['repair_day_not_found'],
  }),
  whole: get('/events/report/whole', 'member', {
    ticket: { none: 'Counts of a repair day by kind and outcome, and the members who helped.' },
    summary: 'Get the whole report of a repair day, for members. It counts what has come so far.',
    input: Type.Object({ id: DayId }),
    output: DayReport,
    errors: ['repair_day_not_found'],
  }),
}
