import { Button, Progress } from '@mantine/core'
import { idleSeconds, useIdleTimer } from './idle.ts'
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
