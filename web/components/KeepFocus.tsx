import { type ReactNode, useEffect, useRef } from 'react'

/** When what had the focus is gone after it did its work, the focus stays here and does not begin at the top of the page again. */
export function KeepFocus({ children }: { children: ReactNode }) {
  const here = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  useEffect(() => {
    const came = ({ target }: FocusEvent) => {
      inside.current = target instanceof Node && here.current?.contains(target) === true
    }
    // What is taken away gives the focus to nobody, so only where it goes is listened to.
    document.addEventListener('focusin', came)
    return () => document.removeEventListener('focusin', came)
  }, [])
  useEffect(() => {
    if (!here.current) return
    // What is inside changes by itself, without this being drawn again.
    const changes = new MutationObserver(() => {
      if (inside.current && document.activeElement === document.body) here.current?.focus({ preventScroll: true })
    })
    changes.observe(here.current, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [])
  return (
    <div ref={here} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  )
}
