import { Badge } from '@mantine/core'
import { meaningOf, type StatusName } from '#contract/codes.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { Standing } from '#web/lib/progress.ts'
import { Icon, type IconName } from './Icon.tsx'
import { useTicketWords } from './ticket-words.ts'

/** Who cannot tell the colours apart can tell these. */
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

export const iconOf = (status: number): IconName => icons[meaningOf(status).name]

/** The status of a ticket in one word; one that is back with its owner says that instead. */
export function Status({ of: { status, isConfirmed } }: { of: Standing }) {
  const { takenBack } = useTicketWords()
  const name = useCodeNames()
  return (
    <Badge
      variant="light"
      size="lg"
      flex="none"
      color={isConfirmed ? 'gray' : meaningOf(status).colour}
      leftSection={<Icon name={isConfirmed ? 'home' : iconOf(status)} size={14} />}
    >
      {isConfirmed ? takenBack : name('status', status) || '\u00a0'}
    </Badge>
  )
}
