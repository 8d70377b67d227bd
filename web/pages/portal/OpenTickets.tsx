import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isOpen } from '#client/progress.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { TicketCard } from '#web/components/TicketCard.tsx'
import { queries } from '#web/data/queries.ts'
import { usePortalWords } from './words.ts'

export function OpenTickets() {
  const words = usePortalWords()
  const mine = useQuery(queries.tickets.mine({ pageId: 1, count: 20 }))
  const open = mine.data?.list.filter(isOpen).slice(0, 3) ?? []
  if (open.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-label={words.openTickets}>
      <Group justify="space-between">
        <Title>{words.openTickets}</Title>
        <LinkButton href={pages.myTickets} variant="subtle">
          {words.allTickets}
        </LinkButton>
      </Group>
      {open.map((ticket) => (
        <TicketCard key={ticket.id} ticket={ticket} />
      ))}
    </Stack>
  )
}
