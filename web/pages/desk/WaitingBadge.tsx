import { Badge, Group } from '@mantine/core'
import { Link } from 'wouter'
import { useWaiting } from '#web/data/offline-visitors.ts'
import { useDeskWords } from './words.ts'

export function WaitingBadge() {
  const words = useDeskWords()
  const { entries, sent } = useWaiting()
  const renumbered = sent.filter(({ paper }) => paper !== undefined).length
  return (
    <span role="status">
      {entries.length + renumbered > 0 && (
        <Group renderRoot={(props) => <Link href="/desk/waiting" {...props} />} gap={4} mih={44} td="none">
          {entries.length > 0 && <Badge color="yellow">{words.waiting(entries.length)}</Badge>}
          {renumbered > 0 && <Badge color="red">{words.renumbered(renumbered)}</Badge>}
        </Group>
      )}
    </span>
  )
}
