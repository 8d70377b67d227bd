import { Failure } from '#contract/client.ts'
import { api } from '../../api.ts'
import type { Ticket } from '../../tickets.ts'

export interface Said {
  readonly content: string
  readonly pic: readonly string[]
}

/** Whether a note is this comment, written after the last one that was known. */
export function isThere(notes: Ticket['notes'], said: Said, after: number): boolean {
  return notes.some(
    ({ id, type, content, pic }) =>
      id > after && type === 1 && content === said.content && pic.join() === said.pic.join(),
  )
}

/**
 * Comments on a ticket. After a try that got no answer (`unsure`) it first looks whether that one arrived: nothing is said
 * twice, and its pictures, which serve once, are not refused.
 */
export async function comment(
  id: number,
  said: Said,
  { unsure, after }: { unsure: boolean; after: number },
): Promise<void> {
  if (unsure && isThere((await api.tickets.info({ id })).notes, said, after)) return
  await api.tickets.addnote({ id, content: said.content, pic: [...said.pic] })
}

export const gotNoAnswer = (error: unknown): boolean => error instanceof Failure && error.status === 0
