import { type RefObject, useEffect, useRef } from 'react'

/** Gives the focus to what `selector` finds in an element, after the page has given it to its heading, as every page does. */
export function useLateFocus<E extends HTMLElement>(selector: string): RefObject<E | null> {
  const inside = useRef<E>(null)
  useEffect(() => {
    const timer = setTimeout(() => inside.current?.querySelector<HTMLElement>(selector)?.focus())
    return () => clearTimeout(timer)
  }, [selector])
  return inside
}
