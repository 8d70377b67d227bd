import { storedDraft } from './stored-text.ts'

/** Whether a member works with this browser, who has not logged out: what works without a network may then be opened without one. */
export const atDesk = storedDraft(localStorage, 'desk')
