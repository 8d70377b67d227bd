import { type MouseEvent, useRef, useState } from 'react'
import { type ClosingValues, changesTo, closingOf, draftOf, isSecondTap, toDraft } from '#client/closing.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { storedDraft } from '#web/lib/stored-text.ts'

export function useClosingForm(ticket: TicketInfo, to?: number) {
  // If a colleague is faster, this form may disappear; the draft survives.
  const [stored] = useState(() => storedDraft(sessionStorage, `closing.${ticket.id}`))
  // A colleague may correct other fields meanwhile, so only what is changed here is sent.
  const [known] = useState(ticket)
  const [first] = useState(() => closingOf(known, to))
  const [closing, setClosing] = useState(() => ({ ...first, ...draftOf(stored.get(), first) }))
  return {
    closing,
    change(next: ClosingValues): void {
      setClosing(next)
      stored.set(toDraft(next, first))
    },
    changed: JSON.stringify(closing) !== JSON.stringify(first),
    input: changesTo(known, closing),
    forget: () => stored.set(undefined),
  }
}

/** Ignores the second click of the double tap that opened a form, so that it presses nothing inside. */
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
