import { pages } from '#contract/team/pages.ts'
import { pageSecret } from './page-secret.ts'

/** The token makes this browser the display in the room. */
export const boardToken = pageSecret(pages.board, 'fettle.board')
export const useBoardToken = boardToken.use
