import { useState } from 'react'
import type { Ticket } from '#web/data/queries.ts'
import { keptTyping } from '#web/lib/kept.ts'
import { type Closing, changesTo, closingOf } from './closing.ts'

/** What somebody is about to say of a ticket, with the status that it gets or has. */
export function useClosing(ticket: Ticket, to?: number) {
  // A colleague who is faster may take the form away, and what was typed with it.
  const [stored] = useState(() => keptTyping(sessionStorage, `remedy.${ticket.id}`))
  const [first] = useState(() => closingOf(ticket, to))
  const [closing, setClosing] = useState(() => ({ ...first, remedy: stored.get() ?? first.remedy }))
  const keep = (text: string) => stored.set(text === first.remedy ? undefined : text)
  return {
    closing,
    change(next: Closing): void {
      setClosing(next)
      keep(next.remedy)
    },
    /** Leaving would lose something. */
    changed: JSON.stringify(closing) !== JSON.stringify(first),
    wish: changesTo(ticket, closing),
    forget: () => stored.set(undefined),
  }
}
