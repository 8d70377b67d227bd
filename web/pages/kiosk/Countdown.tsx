import { Button, Progress } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import css from './kiosk.module.css'
import { useKioskWords } from './words.ts'

export function Countdown({ text, leave }: { text: (seconds: number) => string; leave: () => void }) {
  const words = useKioskWords()
  const left = useIdleTimer(leave)
  const soon = left <= idleSeconds / 2
  return (
    <div className={css['countdown']} data-soon={soon}>
      <Progress value={(100 * left) / idleSeconds} aria-label={text(left)} />
      <span>{text(left)}</span>
      {/* Any touch counts; the button is for people who do not know that. */}
      {soon && <Button variant="default">{words.stay}</Button>}
    </div>
  )
}

/** A kiosk resets after this many seconds without a touch. */
const idleSeconds = 60

/** Counts down the seconds to `leave`. Any touch or key restarts it. */
function useIdleTimer(leave: () => void): number {
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
