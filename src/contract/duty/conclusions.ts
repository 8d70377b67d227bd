import { get, post } from '../endpoint.ts'
import { Created, DayOrShift, Id, LongText, PageOf, Paging, sample } from '../fields.ts'
import { field, integer, list, named, namedObject, optional, Type, text } from '../type.ts'

const Week = field(
  DayOrShift,
  'A weekday (`1` to `7`, `周一`, `Monday`), meaning its latest occurrence, or a date (`2026-11-16`, `11月16日`).',
  sample.date,
)
const Shift = field(DayOrShift, 'The number of the shift; `第一班` or `上午` where the timetable makes it clear.', '1')
const Text = field(LongText({ minLength: 1 }), 'The summary.', 'Two kettles repaired, one laptop waits for a fan.')

const conclusionFields = {
  week: text('The week or date as it was written.', '周一'),
  shift: text('The shift as it was written.', '1'),
  date: text('The very day; empty where the week was kept as it was written.', sample.date),
  conclusion: text('The summary.', 'Two kettles repaired, one laptop waits for a fan.'),
  createdTime: Created,
}
/** A summary as its author finds it in what is held about them. */
export const OwnConclusion = named('OwnConclusion', Type.Object(conclusionFields), 'A summary of mine.')
const Conclusion = namedObject('Conclusion', 'What was done in a shift.', {
  id: field(Id, 'The number of the summary.', 31),
  member: text('Who wrote it.', sample.person),
  ...conclusionFields,
})

/** What was done in a shift. */
export const conclusions = {
  write: post('/member/conclusion', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Hand in the summary of a shift. `week` is a weekday (its latest occurrence) or a date; a second one for the same shift replaces the first.',
    input: Type.Object({ week: Week, shift: Shift, conclusion: Text }),
    headers: { 'x-leave-date': 'The date that the summary was bound to; `none` where the words were kept as written.' },
  }),
  draft: get('/member/conclusion/draft', 'member', {
    ticket: 'unrelated',
    summary:
      'A summary to begin with: what happened to tickets in that shift, in my language, and what I have handed in for it already. Without week and shift: the latest shift that I was on.',
    input: Type.Object({ week: optional(Week), shift: optional(Shift) }),
    output: Type.Object({
      week: text('The date of the shift.', sample.date),
      shift: text('Its number.', '1'),
      conclusion: text('A text to begin with.', 'Tickets filed: 4\nRepaired: 2'),
      written: text(
        'What I handed in for this shift; empty if nothing yet. A new one replaces it.',
        'Two kettles repaired.',
      ),
      facts: field(
        Type.Object({
          created: integer('How many tickets were handed in.', 4),
          claimed: integer('How many were claimed.', 3),
          repaired: integer('How many were repaired.', 2),
          retrieved: integer('How many devices went back to their owners.', 2),
          waiting: integer('How many wait for a part or for the owner.', 1),
        }),
        'What happened to tickets in that shift.',
      ),
    }),
    errors: ['not_on_shift'],
  }),
  latest: get('/member/conclusion/latest', 'member', {
    ticket: 'unrelated',
    summary: 'What the last shift that is over and has a summary left for the next one: all its summaries, or none.',
    output: Type.Object({ list: list(Conclusion, 'The summaries of that shift, the oldest first.') }),
  }),
  list: get('/admin/conclusion/list', 'admin', {
    ticket: 'unrelated',
    summary: 'The summaries, newest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Conclusion),
  }),
}
