import { storedText } from './stored-text.ts'

/** Who turned notifications on in this browser. */
export const pushMark = storedText(localStorage, 'fettle.push')
