import { Badge } from '@mantine/core'
import { Link } from 'wouter'
import { useWaiting } from '#web/data/waiting.ts'
import css from './waiting-badge.module.css'
import { useDeskWords } from './words.ts'

export function WaitingBadge() {
  const words = useDeskWords()
  const { entries, sent } = useWaiting()
  const renumbered = sent.filter(({ paper }) => paper !== undefined).length
  return (
    <span role="status">
      {entries.length + renumbered > 0 && (
        <Link href="/desk/waiting" className={css['link']}>
          {entries.length > 0 && (
            <Badge variant="light" color="yellow" size="lg">
              {words.waiting(entries.length)}
            </Badge>
          )}
          {renumbered > 0 && (
            <Badge variant="light" color="red" size="lg">
              {words.renumbered(renumbered)}
            </Badge>
          )}
        </Link>
      )}
    </span>
  )
}
