import { endpoint } from '../endpoint.ts'
import { Created, DayOrShift, Id, LongText, PageOf, Paging, sample } from '../fields.ts'
import { field, named, namedObject, Type } from '../type.ts'

const Week = field(
  DayOrShift,
  'A weekday (`1` to `7`, `周一`, `Monday`), meaning its latest occurrence, or a date (`2026-11-16`, `11月16日`).',
  sample.date,
)
const Shift = field(DayOrShift, 'The number of the shift; `第一班` or `上午` where the timetable makes it clear.', '1')
const Text = field(LongText({ minLength: 1 }), 'The summary.', 'Two kettles repaired, one laptop waits for a fan.')

const conclusionFields = {
  week: field(Type.String(), 'The week or date as it was written.', '周一'),
  shift: field(Type.String(), 'The shift as it was written.', '1'),
  date: field(Type.String(), 'The very day; empty where the week was kept as it was written.', sample.date),
  conclusion: field(Type.String(), 'The summary.', 'Two kettles repaired, one laptop waits for a fan.'),
  createdTime: Created,
}
/** A summary as its author finds it in what is held about them. */
export const OwnConclusion = named('OwnConclusion', Type.Object(conclusionFields), 'A summary of mine.')
const Conclusion = namedObject('Conclusion', 'What was done in a shift.', {
  id: field(Id, 'The number of the summary.', 31),
  member: field(Type.String(), 'Who wrote it.', sample.person),
  ...conclusionFields,
})

/** What was done in a shift. */
export const conclusions = {
  write: endpoint({
    method: 'POST',
    path: '/member/conclusion',
    role: 'member',
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Hand in the summary of a shift. `week` is a weekday (its latest occurrence) or a date; a second one for the same shift replaces the first.',
    input: Type.Object({ week: Week, shift: Shift, conclusion: Text }),
    headers: { 'x-leave-date': 'The date that the summary was bound to; `none` where the words were kept as written.' },
  }),
  draft: endpoint({
    method: 'GET',
    path: '/member/conclusion/draft',
    role: 'member',
    ticket: 'unrelated',
    summary:
      'A summary to begin with: what happened to tickets in that shift, in my language, and what I have handed in for it already. Without week and shift: the latest shift that I was on.',
    input: Type.Object({ week: Type.Optional(Week), shift: Type.Optional(Shift) }),
    output: Type.Object({
      week: field(Type.String(), 'The date of the shift.', sample.date),
      shift: field(Type.String(), 'Its number.', '1'),
      conclusion: field(Type.String(), 'A text to begin with.', 'Tickets filed: 4\nRepaired: 2'),
      written: field(
        Type.String(),
        'What I handed in for this shift; empty if nothing yet. A new one replaces it.',
        'Two kettles repaired.',
      ),
      facts: field(
        Type.Object({
          created: field(Type.Integer(), 'How many tickets were handed in.', 4),
          claimed: field(Type.Integer(), 'How many were claimed.', 3),
          repaired: field(Type.Integer(), 'How many were repaired.', 2),
          retrieved: field(Type.Integer(), 'How many devices went back to their owners.', 2),
          waiting: field(Type.Integer(), 'How many wait for a part or for the owner.', 1),
        }),
        'What happened to tickets in that shift.',
      ),
    }),
    errors: ['not_on_shift'],
  }),
  latest: endpoint({
    method: 'GET',
    path: '/member/conclusion/latest',
    role: 'member',
    ticket: 'unrelated',
    summary: 'What the last shift that is over and has a summary left for the next one: all its summaries, or none.',
    output: Type.Object({ list: field(Type.Array(Conclusion), 'The summaries of that shift, the oldest first.') }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/conclusion/list',
    role: 'admin',
    ticket: 'unrelated',
    summary: 'The summaries, newest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Conclusion),
  }),
}
