import { tagIn } from '#client/scan.ts'
import { Failure } from '#contract/client.ts'
import { ticketTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { VisitorFields } from '#web/lib/visitor.ts'

export interface VisitorDraft extends Omit<VisitorFields, 'tag'> {
  readonly tag: string
}

/** An empty draft. The kind and the queue are likely the same for the next visitor; no other field is kept. */
export function freshVisitorDraft({ kind, queue }: Pick<VisitorDraft, 'kind' | 'queue'>): VisitorDraft {
  const texts = { device: '', deviceModel: '', description: '', owner: '', phone: '', mail: '', shelf: '', tag: '' }
  return { kind, queue, accessories: [], ...texts }
}

export function visitorDraftOf({ tag, ...fields }: VisitorFields): VisitorDraft {
  return { ...fields, tag: tag === undefined ? '' : `T${tag}` }
}

export const isEmptyVisitorDraft = (draft: VisitorDraft): boolean =>
  JSON.stringify(draft) === JSON.stringify(freshVisitorDraft({ kind: draft.kind, queue: draft.queue }))

/** The kind to show and send: a kind that the team has removed becomes an appliance. */
export const validKind = ({ kind }: Pick<VisitorDraft, 'kind'>, kinds: readonly { readonly id: number }[]): number =>
  kind <= ticketTypes.computer || kinds.some(({ id }) => id === kind) ? kind : ticketTypes.appliance

export const isUnreachable = ({ phone, mail }: VisitorDraft): boolean => phone.trim() === '' && mail.trim() === ''

const phoneForm = new RegExp(`^(?:[+\\- ]*[0-9]){${limits.phoneDigits}}[0-9+\\- ]*$`)
const mailForm = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/

const wrong = (field: string, flaw: string) => new Failure(400, 'bad_input', flaw, { field, flaw })

/** Throws the first flaw of what every ticket has. */
export function checkTicket({ device, phone }: { readonly device: string; readonly phone: string }): void {
  if (device.trim() === '') throw wrong('device', 'missing')
  if (phone.trim() !== '' && !phoneForm.test(phone.trim())) throw wrong('phone', 'not_a_phone')
}

/** Throws the first flaw: without a network the receipt is printed before the service can refuse. */
export function visitorInputOf({ tag, ...draft }: VisitorDraft): VisitorFields {
  checkTicket(draft)
  if (draft.mail.trim() !== '' && !mailForm.test(draft.mail.trim())) throw wrong('mail', 'not_a_mail')
  const number = tag.trim() === '' ? undefined : tagIn(tag)
  if (tag.trim() !== '' && number === undefined) throw wrong('tag', 'not_integer')
  return { ...draft, tag: number }
}
