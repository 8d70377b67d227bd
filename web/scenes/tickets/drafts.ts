import { keptTyping } from '#web/lib/kept.ts'
import { type Contact, type Draft, draftFrom, isEmpty } from './draft.ts'

const draft = keptTyping(localStorage, 'ticket')
const contact = keptTyping(sessionStorage, 'contact')

export const drafts = {
  read: (now: number): Draft | undefined => draftFrom(draft.get(), now),
  write: (value: Draft): void => draft.set(isEmpty(value) ? undefined : JSON.stringify(value)),
  contact: (): Partial<Contact> => JSON.parse(contact.get() ?? '{}'),
  keepContact: (value: Contact): void => contact.set(JSON.stringify(value)),
  clear(): void {
    draft.set(undefined)
    contact.set(undefined)
  },
}
