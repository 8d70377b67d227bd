import { useRef } from 'react'
import { Failure } from '#contract/client.ts'
import { noteTypes } from '#contract/codes.ts'
import { api } from '../api.ts'
import type { Ticket } from '../tickets.ts'

export interface Said {
  readonly content: string
  readonly pic: readonly string[]
  /** A comment, if nothing is said. */
  readonly type?: 1 | 2
}

/** Whether a note is this comment, written after the last one that was known. */
export function isThere(
  notes: Ticket['notes'],
  { content, pic, type = noteTypes.comment }: Said,
  after: number,
): boolean {
  return notes.some(
    (note) => note.id > after && note.type === type && note.content === content && note.pic.join() === pic.join(),
  )
}

/**
 * Comments on a ticket. After a try that got no answer it first looks whether that one arrived: nothing is said twice, and
 * its pictures, which serve once, are not refused.
 */
export function useComment({ id, notes }: Ticket): (said: Said) => Promise<void> {
  // The last note before a try that got no answer.
  const unsureSince = useRef<number>(undefined)
  return async (said) => {
    const after = unsureSince.current ?? Math.max(0, ...notes.map((note) => note.id))
    const unsure = unsureSince.current !== undefined
    try {
      if (!unsure || !isThere((await api.tickets.info({ id })).notes, said, after))
        await api.tickets.addnote({ id, ...said, pic: [...said.pic] })
      unsureSince.current = undefined
    } catch (error) {
      if (error instanceof Failure && error.status === 0) unsureSince.current = after
      throw error
    }
  }
}
