import { draftFrom, isEmptyTicketDraft, newTicketDraft, type TicketDraft } from '#client/ticket-draft.ts'
import { randomName } from './random.ts'
import { storedValue } from './storage.ts'

export type { TicketDraft as Draft }

const stored = storedValue('draft', '')

/** The draft of a ticket. It survives a lost network and a restart. */
export const drafts = {
  read: (): TicketDraft => draftFrom(stored.get() || undefined, Date.now()) ?? newTicketDraft(randomName(), Date.now()),
  write(draft: TicketDraft): void {
    if (isEmptyTicketDraft(draft)) stored.clear()
    else stored.set(JSON.stringify({ ...draft, at: Date.now() }))
  },
  clear: stored.clear,
}
