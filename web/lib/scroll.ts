import { useEffect, useEffectEvent } from 'react'

/** Scrolls to an element once it is wanted. Every page scrolls to its top first, so this comes after it. */
export function useScrollTo(wanted: boolean, find: () => Element | null): void {
  const scroll = useEffectEvent(() => find()?.scrollIntoView())
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => scroll())
    return () => clearTimeout(timer)
  }, [wanted])
}
