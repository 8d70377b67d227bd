import { ticketWords } from '#client/words/ticket.ts'
import { textsOf } from './language.ts'

/** The notice about pictures in the content check; empty if there are none. */
export function checkingText(
  note: { readonly held?: number; readonly heldPic?: readonly string[] } | undefined,
): string {
  const { checking, checkingMine } = textsOf(ticketWords)
  if (note?.heldPic?.length) return checkingMine(note.heldPic.length)
  return note?.held ? checking(note.held) : ''
}
