import { type MouseEvent, useRef, useState } from 'react'
import type { Ticket } from '#web/data/queries.ts'
import { storedDraft } from '#web/lib/stored-text.ts'
import { type ClosingValues, changesTo, closingOf, draftOf, isSecondTap, toDraft } from './closing.ts'

/** What somebody is about to say of a ticket, with the status that it gets or has. */
export function useClosingForm(ticket: Ticket, to?: number) {
  // A colleague who is faster may take the form away, and what was typed with it.
  const [stored] = useState(() => storedDraft(sessionStorage, `remedy.${ticket.id}`))
  const [first] = useState(() => closingOf(ticket, to))
  const [closing, setClosing] = useState(() => ({
    ...first,
    remedy: draftOf(stored.get(), first.remedy) ?? first.remedy,
  }))
  return {
    closing,
    change(next: ClosingValues): void {
      setClosing(next)
      stored.set(toDraft(next.remedy, first.remedy))
    },
    /** Leaving would lose something. */
    changed: JSON.stringify(closing) !== JSON.stringify(first),
    wish: changesTo(ticket, closing),
    forget: () => stored.set(undefined),
  }
}

/** For what opens where somebody has just tapped: the second half of a double tap presses nothing in it. */
export function useIgnoreSecondTap() {
  const [opened] = useState(() => performance.now())
  const used = useRef(false)
  return (event: MouseEvent) => {
    const { timeStamp, detail, nativeEvent } = event
    const pointerType = nativeEvent instanceof PointerEvent ? nativeEvent.pointerType : ''
    if (!used.current && isSecondTap({ timeStamp, detail, pointerType }, opened)) {
      event.preventDefault()
      event.stopPropagation()
    } else used.current = true
  }
}
