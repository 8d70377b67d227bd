import { Badge } from '@mantine/core'
import { Link } from 'wouter'
import { useWaitingCount } from '#web/data/waiting.ts'
import css from './waiting-badge.module.css'
import { useDeskWords } from './words.ts'

/** Says quietly that something was filed here and has not been sent. */
export function WaitingBadge() {
  const words = useDeskWords()
  const count = useWaitingCount()
  return (
    <span role="status">
      {count > 0 && (
        <Link href="/desk/waiting" className={css['link']}>
          <Badge variant="light" color="yellow" size="lg">
            {words.waiting(count)}
          </Badge>
        </Link>
      )}
    </span>
  )
}
