import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first match of `selector` after `Page` has focused its heading. */
export function useLateFocus<E extends HTMLElement>(selector: string): RefObject<E | null> {
  const inside = useRef<E>(null)
  useEffect(() => {
    const timer = setTimeout(() => inside.current?.querySelector<HTMLElement>(selector)?.focus())
    return () => clearTimeout(timer)
  }, [selector])
  return inside
}
