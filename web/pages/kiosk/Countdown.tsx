import { Button, Progress } from '@mantine/core'
import { idleSeconds, useIdleTimer } from './idle.ts'
import css from './kiosk.module.css'
import { useKioskWords } from './words.ts'

/** How long it takes until everything is forgotten, unless somebody touches the page. */
export function Countdown({ text, leave }: { text: (seconds: number) => string; leave: () => void }) {
  const words = useKioskWords()
  const left = useIdleTimer(leave)
  const soon = left <= idleSeconds / 2
  return (
    <div className={css['countdown']} data-soon={soon}>
      <Progress value={(100 * left) / idleSeconds} aria-label={text(left)} />
      <span>{text(left)}</span>
      {/* Touching anything is enough; this is for who does not know. */}
      {soon && <Button variant="default">{words.stay}</Button>}
    </div>
  )
}
