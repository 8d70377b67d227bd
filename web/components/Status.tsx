import { Badge } from '@mantine/core'
import type { ListedState } from '#client/progress.ts'
import { type StatusName, statusMeaning } from '#contract/codes.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { Icon, type IconName } from './Icon.tsx'
import { useTicketWords } from './ticket-words.ts'

/** Users who cannot tell the colours apart can tell the icons. */
const icons: Readonly<Record<StatusName, IconName>> = {
  submitted: 'inbox',
  accepted: 'person',
  diagnosing: 'search',
  repairing: 'wrench',
  waiting: 'hourglass',
  repaired: 'check',
  unrepairable: 'cross',
  cancelled: 'minus',
}

export const iconOf = (status: number): IconName => icons[statusMeaning(status).name]

/** The status in one word; a ticket that was collected or merged says that instead. */
export function StatusBadge({ of: { status, isConfirmed, mergedInto } }: { of: ListedState }) {
  const { takenBack, joinedWith } = useTicketWords()
  const name = useCodeNames()
  if (mergedInto !== undefined) {
    return (
      <Badge variant="light" size="lg" flex="none" color="gray" leftSection={<Icon name="join" size={14} />}>
        {joinedWith(mergedInto)}
      </Badge>
    )
  }
  return (
    <Badge
      variant="light"
      size="lg"
      flex="none"
      color={isConfirmed ? 'gray' : statusMeaning(status).colour}
      leftSection={<Icon name={isConfirmed ? 'home' : iconOf(status)} size={14} />}
    >
      {isConfirmed ? takenBack : name('status', status) || '\u00a0'}
    </Badge>
  )
}
