import { get, post } from '../endpoint.ts'
import { Created, Id, PageOf, Paging, sample, TicketId } from '../fields.ts'
import { markPersonal, markTicketNumber } from '../tickets/ticket-access.ts'
import { field, flag, integer, namedObject, optional, Type, text } from '../type.ts'

/** The kinds of texts and pictures that a member of the team may have to review. */
export const lookKinds = ['ticket', 'owner', 'note', 'rating', 'feedback', 'name', 'picture'] as const
export type LookKind = (typeof lookKinds)[number]

/** Whether members go on seeing it when it is not fine; else it is removed. */
export const isHidden = (kind: LookKind): boolean => kind === 'ticket' || kind === 'note'

/** Why: WeChat is not sure about it, or could not be asked. */
export const lookReasons = ['review', 'unchecked'] as const
export type LookReason = (typeof lookReasons)[number]

const LookId = field(Id, 'The number of what waits to be looked at.', 4)

const Look = namedObject('ContentLook', 'Something that somebody of the team should look at.', {
  id: LookId,
  kind: field(
    Type.Enum([...lookKinds]),
    'What it is: the words of a ticket, the name on one as its owner has changed it, a note on one, what was written with a rating, feedback, the name in a profile, or a picture.',
    'note',
  ),
  why: field(
    Type.Enum([...lookReasons]),
    'Why: WeChat is not sure about it (`review`), or could not say (`unchecked`).',
    'review',
  ),
  ticket: markTicketNumber(integer('The number of the ticket that it is on; 0 where there is none.', 12)),
  by: text(
    'Whose it is: the name in their profile, or of the member whose picture it is; may be empty.',
    sample.person,
  ),
  text: markPersonal(
    text('What was written; empty of a picture.', 'The lid is loose, too.'),
    'words',
    'owner',
    'comment',
    'rating',
  ),
  picture: text(
    'The address of the picture, which may be good for an hour or two only; empty where it is none.',
    sample.picture,
  ),
  held: flag('Whether nobody but who uploaded it sees it until somebody has decided.', false),
  createdTime: Created,
})

/** What WeChat could not decide about. */
export const content = {
  list: get('/admin/content/list', 'admin', {
    ticket: 'moderate',
    summary:
      'What is marked for a look: texts and pictures about which WeChat was not sure or could not be asked, the oldest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(Look),
  }),
  decide: post('/admin/content/decide', 'admin', {
    ticket: 'moderate',
    summary:
      'Say that something marked for a look is fine, or that it is not. What is not fine is seen by members alone (a note, the words of a ticket) or removed (a picture, a name in a profile or on a ticket, feedback, the words of a rating); the story of its ticket says so.',
    input: Type.Object({ id: LookId, fine: flag('Whether everybody may go on seeing it.', true) }),
    errors: ['look_not_found'],
  }),
  show: post('/admin/content/show', 'admin', {
    ticket: 'moderate',
    summary: 'Show everybody again what is hidden from all but members: the words of a ticket, or a note on it.',
    input: Type.Object({
      ticket: TicketId,
      note: optional(Id, 'The number of the note; the words of the ticket if absent.', 88),
    }),
    errors: ['ticket_not_found', 'not_found'],
  }),
}
