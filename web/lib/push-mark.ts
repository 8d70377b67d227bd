import { kept } from './kept.ts'

/** Who turned notifications on in this browser. */
export const pushMark = kept(localStorage, 'fettle.push')
