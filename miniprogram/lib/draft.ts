import { type Draft, draftFrom, freshDraft, isEmpty } from '#web/pages/tickets/draft.ts'
import { kept } from './storage.ts'

export type { Draft }

const stored = kept('draft', '')

/** A ticket that is being written: it outlives the network, the background and a restart. */
export const drafts = {
  read: (): Draft => draftFrom(stored.get() || undefined, Date.now()) ?? freshDraft(Date.now()),
  write(draft: Draft): void {
    if (isEmpty(draft)) stored.clear()
    else stored.set(JSON.stringify({ ...draft, at: Date.now() }))
  },
  clear: stored.clear,
}
