import { useEffect, useEffectEvent, useState } from 'react'

/** A kiosk resets after this many seconds without a touch. */
export const idleSeconds = 60

/** Counts down the seconds to `leave`. Any touch or key restarts it. */
export function useIdleTimer(leave: () => void): number {
  const [left, setLeft] = useState(idleSeconds)
  const gone = useEffectEvent(leave)
  useEffect(() => {
    let touched = Date.now()
    const touch = () => {
      touched = Date.now()
      setLeft(idleSeconds)
    }
    // Uses the clock, so that the time of a sleeping tablet counts.
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
