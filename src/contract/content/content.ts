import { get, post } from '../endpoint.ts'
import { Created, Id, PageOf, Paging, sample, TicketId } from '../fields.ts'
import { markPersonal, markTicketNumber } from '../tickets/ticket-access.ts'
import { field, flag, integer, namedObject, optional, Type, text } from '../type.ts'

/** The kinds of texts and pictures that a member of the team may have to review. */
export const reviewKinds = ['ticket', 'owner', 'note', 'rating', 'feedback', 'name', 'picture'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** True if members still see a rejected entry; otherwise it is removed. */
export const isHidden = (kind: ReviewKind): boolean => kind === 'ticket' || kind === 'note'

/** WeChat was not sure, or could not be asked. */
export const reviewReasons = ['review', 'unchecked'] as const
export type ReviewReason = (typeof reviewReasons)[number]

const ReviewId = field(Id, 'The number of the entry to review.', 4)

const ReviewItem = namedObject('ContentLook', 'A text or a picture that an administrator should review.', {
  id: ReviewId,
  kind: field(
    Type.Enum([...reviewKinds]),
    'What it is: the texts of a ticket, the owner’s name on a ticket as the owner changed it, a note, the text of a rating, feedback, a profile name, or a picture.',
    'note',
  ),
  why: field(
    Type.Enum([...reviewReasons]),
    'Why it is listed: WeChat was not sure (`review`) or could not be asked (`unchecked`).',
    'review',
  ),
  ticket: markTicketNumber(integer('The number of the ticket that it belongs to; 0 if it belongs to none.', 12)),
  by: text('The name of the author or uploader; may be empty.', sample.person),
  text: markPersonal(
    text('The text; empty for a picture.', 'The lid is loose, too.'),
    'words',
    'owner',
    'comment',
    'rating',
  ),
  picture: text('The address of the picture, valid for an hour or two; empty for a text.', sample.picture),
  held: flag('Whether only the uploader can see it until an administrator decides.', false),
  createdTime: Created,
})

export const content = {
  list: get('/admin/content/list', 'admin', {
    ticket: 'moderate',
    summary:
      'List texts and pictures to review. They are those that WeChat was not sure about or could not be asked about, oldest first.',
    input: Type.Object({ ...Paging }),
    output: PageOf(ReviewItem),
  }),
  decide: post('/admin/content/decide', 'admin', {
    ticket: 'moderate',
    summary:
      'Accept or reject an entry of the review list. Rejected notes and ticket texts are hidden from everybody but members. Rejected pictures, names, feedback and texts of ratings are removed. The history of the ticket says so.',
    input: Type.Object({ id: ReviewId, fine: flag('True accepts it, false rejects it.', true) }),
    errors: ['look_not_found'],
  }),
  show: post('/admin/content/show', 'admin', {
    ticket: 'moderate',
    summary: 'Show hidden texts again. The texts are those of a ticket, or of one of its notes.',
    input: Type.Object({
      ticket: TicketId,
      note: optional(Id, 'The number of the note; without it, the texts of the ticket.', 88),
    }),
    errors: ['ticket_not_found', 'not_found'],
  }),
}
