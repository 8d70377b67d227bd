import { useEffect, useEffectEvent, useState } from 'react'

/** After so many seconds without a touch it is somebody else who comes next. */
export const idleSeconds = 60

/** How many seconds are left until nobody is taken to be here; then `leave` is called. Any touch and any key begin it anew. */
export function useIdleTimer(leave: () => void): number {
  const [left, setLeft] = useState(idleSeconds)
  const gone = useEffectEvent(leave)
  useEffect(() => {
    let touched = Date.now()
    const touch = () => {
      touched = Date.now()
      setLeft(idleSeconds)
    }
    // By the clock: a tablet that slept has been left alone as well.
    const timer = setInterval(() => {
      const rest = idleSeconds - Math.floor((Date.now() - touched) / 1000)
      setLeft(Math.max(0, rest))
      if (rest > 0) return
      touch()
      gone()
    }, 1000)
    const touches = ['pointerdown', 'keydown', 'input', 'wheel'] as const
    for (const kind of touches) addEventListener(kind, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const kind of touches) removeEventListener(kind, touch)
    }
  }, [])
  return left
}
