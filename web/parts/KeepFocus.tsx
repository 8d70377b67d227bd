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
    if (inside.current && document.activeElement === document.body) here.current?.focus({ preventScroll: true })
  })
  return (
    <div ref={here} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  )
}
