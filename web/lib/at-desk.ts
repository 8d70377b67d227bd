import { storedDraft } from './stored-text.ts'

/** Set while a member is logged in on this browser: offline pages then open without a network. */
export const atDesk = storedDraft(localStorage, 'desk')
