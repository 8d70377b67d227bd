import { storedDraft } from './stored-text.ts'

/** Set when an invitation made this person a member on this browser, until they have dismissed the welcome. A logout deletes it. */
export const welcome = storedDraft(localStorage, 'welcome')
