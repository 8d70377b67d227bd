import { Text } from '@mantine/core'
import { useTicketWords } from '#web/components/ticket-words.ts'
import type { OwnersTicket } from '#web/data/queries.ts'

/** The numbers of merged tickets: the owner may know one of them. */
export function MergedTickets({ of: { merged } }: { of: OwnersTicket }) {
  const words = useTicketWords()
  if (merged.length === 0) return null
  return <Text variant="secondary">{merged.map(({ id }) => words.merged(id)).join(' ')}</Text>
}
