import { useTicketWords } from '#web/components/ticket-words.ts'

/** What to say of pictures that are still being checked; nothing where there are none. */
export function checkingOf(note: { readonly held?: number; readonly heldPic?: readonly string[] } | undefined): string {
  const { checking, checkingMine } = useTicketWords()
  if (note?.heldPic?.length) return checkingMine(note.heldPic.length)
  return note?.held ? checking(note.held) : ''
}
