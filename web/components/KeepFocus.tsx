import { type ReactNode, useEffect, useRef } from 'react'

/** Keeps the keyboard focus in this place if the focused control disappears. */
export function KeepFocus({ children }: { children: ReactNode }) {
  const here = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  useEffect(() => {
    const came = ({ target }: FocusEvent) => {
      inside.current = target instanceof Node && here.current?.contains(target) === true
    }
    // Removing the focused element sends no event, so the target of the last one is remembered.
    document.addEventListener('focusin', came)
    return () => document.removeEventListener('focusin', came)
  }, [])
  useEffect(() => {
    if (!here.current) return
    // Children may change without a render of this component.
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
