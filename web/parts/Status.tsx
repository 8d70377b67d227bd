import { Badge } from '@mantine/core'
import { meaningOf } from '#contract/codes.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { Standing } from '#web/lib/progress.ts'
import { useTicketWords } from './ticket-words.ts'

/** The status of a ticket in one word; one that is back with its owner says that instead. */
export function Status({ of: { status, isConfirmed } }: { of: Standing }) {
  const { takenBack } = useTicketWords()
  const name = useCodeNames()
  return (
    <Badge variant="light" size="lg" flex="none" color={isConfirmed ? 'gray' : meaningOf(status).colour}>
      {isConfirmed ? takenBack : name('status', status) || '\u00a0'}
    </Badge>
  )
}
