import { get, post } from '../endpoint.ts'
import { Created, EnteredShift, EnteredShiftInput, Id, LongText, PageOf, Paging, sample, WeekInput } from '../fields.ts'
import { field, flag, integer, list, named, namedObject, objectOf, optional, Type, text } from '../type.ts'

const Week = WeekInput('latest')
const Text = field(LongText({ minLength: 1 }), 'The summary.', 'Two kettles repaired, one laptop waits for a fan.')

const conclusionFields = {
  ...EnteredShift,
  conclusion: text('The summary.', 'Two kettles repaired, one laptop waits for a fan.'),
  createdTime: Created,
}
/** A summary in the personal data of its author. */
export const OwnConclusion = named('OwnConclusion', Type.Object(conclusionFields), 'A summary that you wrote.')
const Conclusion = namedObject('Conclusion', 'A summary of a shift.', {
  id: field(Id, 'The number of the summary.', 31),
  member: text('The author.', sample.person),
  ...conclusionFields,
})

export const conclusions = {
  write: post('/member/conclusion', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Submit the summary of a shift. `week` is a weekday (its latest occurrence) or a date. A second summary for the same shift replaces the first.',
    input: Type.Object({ week: Week, shift: EnteredShiftInput, conclusion: Text }),
    headers: { 'x-leave-date': 'The date that the summary was bound to; `none` where the words were kept as written.' },
  }),
  draft: get('/member/conclusion/draft', 'member', {
    ticket: 'unrelated',
    summary:
      'Draft a summary of a shift. The draft lists, in your language, what happened to tickets in that shift, and your submitted summary if there is one. By default it is your latest shift.',
    input: Type.Object({ week: optional(Week), shift: optional(EnteredShiftInput) }),
    output: Type.Object({
      week: text('The date of the shift.', sample.date),
      shift: text('The number of the shift.', '1'),
      conclusion: text('The draft.', 'New tickets: 4\nRepaired: 2'),
      written: text(
        'Your submitted summary of this shift; empty if there is none. A new one replaces it.',
        'Two kettles repaired.',
      ),
      facts: objectOf('Ticket figures of that shift.', {
        created: integer('New tickets.', 4),
        claimed: integer('Tickets claimed.', 3),
        repaired: integer('Tickets repaired.', 2),
        retrieved: integer('Devices collected.', 2),
        waiting: integer('Tickets that wait for a part or for the owner.', 1),
      }),
    }),
    errors: ['not_on_shift'],
  }),
  latest: get('/member/conclusion/latest', 'member', {
    ticket: 'unrelated',
    summary: 'Get the summaries of the latest finished shift that has any.',
    output: Type.Object({
      list: list(Conclusion, 'The summaries of that shift, the oldest first.'),
      forYou: flag('Whether they are news for you: you are in the shift that follows, and wrote none of them.'),
    }),
  }),
  list: get('/admin/conclusion/list', 'admin', {
    ticket: 'unrelated',
    summary: 'List all summaries, newest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Conclusion),
  }),
}
