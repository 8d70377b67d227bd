import { tagIn } from '#client/scan.ts'
import { Failure } from '#contract/client.ts'
import { ticketTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { VisitorFields } from '#web/lib/visitor.ts'

/** What is typed about a visitor. */
export interface VisitorDraft extends Omit<VisitorFields, 'tag'> {
  /** As it was typed or scanned. */
  readonly tag: string
}

/** An empty one. Of the visitor before nothing is left; what kind of device it was, and whether they wait, is likely the same. */
export function freshVisitorDraft({ kind, queue }: Pick<VisitorDraft, 'kind' | 'queue'>): VisitorDraft {
  const texts = { device: '', deviceModel: '', description: '', owner: '', phone: '', mail: '', shelf: '', tag: '' }
  return { kind, queue, accessories: [], ...texts }
}

export function visitorDraftOf({ tag, ...wish }: VisitorFields): VisitorDraft {
  return { ...wish, tag: tag === undefined ? '' : `T${tag}` }
}

export const isEmptyVisitorDraft = (draft: VisitorDraft): boolean =>
  JSON.stringify(draft) === JSON.stringify(freshVisitorDraft({ kind: draft.kind, queue: draft.queue }))

/** The kind that is shown and sent: one that the team does not have any more is an appliance. */
export const validKind = ({ kind }: Pick<VisitorDraft, 'kind'>, kinds: readonly { readonly id: number }[]): number =>
  kind <= ticketTypes.computer || kinds.some(({ id }) => id === kind) ? kind : ticketTypes.appliance

/** Whether there is no way to tell them that it is ready. */
export const isUnreachable = ({ phone, mail }: VisitorDraft): boolean => phone.trim() === '' && mail.trim() === ''

const phoneForm = new RegExp(`^(?:[+\\- ]*[0-9]){${limits.phoneDigits}}[0-9+\\- ]*$`)
const mailForm = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/

/** What to send, or the first thing that is wrong: paper that is printed without a network must not have to be taken back. */
export function visitorInputOf({ tag, ...draft }: VisitorDraft): VisitorFields {
  const wrong = (field: string, flaw: string, limit = '') => new Failure(400, 'bad_input', flaw, { field, flaw, limit })
  if (draft.device.trim() === '') throw wrong('device', 'missing')
  if (draft.phone.trim() !== '' && !phoneForm.test(draft.phone.trim())) throw wrong('phone', 'not_a_phone')
  if (draft.mail.trim() !== '' && !mailForm.test(draft.mail.trim())) throw wrong('mail', 'not_a_mail')
  const number = tag.trim() === '' ? undefined : tagIn(tag)
  if (tag.trim() !== '' && number === undefined) throw wrong('tag', 'not_integer')
  return { ...draft, tag: number }
}
