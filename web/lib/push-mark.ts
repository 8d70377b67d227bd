import { storedText } from './stored-text.ts'

/** The person who turned notifications on in this browser. */
export const pushMark = storedText(localStorage, 'fettle.push')
