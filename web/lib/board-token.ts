import { pages } from '#contract/team/pages.ts'
import { pageSecret } from './page-secret.ts'

/** What makes this browser the display in the room, which has a code to sign in with. */
export const boardToken = pageSecret(pages.board, 'fettle.board')
export const useBoardToken = boardToken.use
