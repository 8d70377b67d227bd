import { Text } from '@mantine/core'
import type { OwnersTicket } from '#web/data/queries.ts'
import { useTicketWords } from '#web/parts/ticket-words.ts'

/** Which other numbers lead here: somebody may have come by one of them. */
export function Joined({ of: { merged } }: { of: OwnersTicket }) {
  const { joined } = useTicketWords()
  if (merged.length === 0) return null
  return <Text variant="secondary">{merged.map(({ id }) => joined(id)).join(' ')}</Text>
}
