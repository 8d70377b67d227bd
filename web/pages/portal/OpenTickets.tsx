import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isOpen } from '#client/progress.ts'
import { statuses } from '#contract/codes.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { isReadyToCollect } from '#web/components/owner/ReadyToCollect.tsx'
import { TicketCard } from '#web/components/TicketCard.tsx'
import { newestTickets, type TicketSummary } from '#web/data/queries.ts'
import { usePortalWords } from './words.ts'

/** What the owner can collect comes first on the page. */
export function ReadyTickets() {
  const words = usePortalWords()
  const ready = useMine().filter(isReadyToCollect)
  return <Tickets title={words.readyTickets} list={ready} />
}

export function OpenTickets() {
  const words = usePortalWords()
  // A ticket on hold may wait for the owner's answer.
  const onHold = (ticket: TicketSummary) => Number(ticket.status === statuses.waiting)
  const open = useMine()
    .filter((ticket) => isOpen(ticket) && !isReadyToCollect(ticket))
    .toSorted((a, b) => onHold(b) - onHold(a))
  const all = (
    <LinkButton href={pages.myTickets} variant="subtle">
      {words.allTickets}
    </LinkButton>
  )
  return <Tickets title={words.openTickets} list={open} beside={all} />
}

const useMine = () => useQuery(newestTickets()).data?.list ?? []

interface TicketsProps {
  title: string
  list: readonly TicketSummary[]
  beside?: ReactNode
}

function Tickets({ title, list, beside }: TicketsProps) {
  if (list.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Group justify="space-between">
        <Title>{title}</Title>
        {beside}
      </Group>
      {list.slice(0, 3).map((ticket) => (
        <TicketCard key={ticket.id} ticket={ticket} />
      ))}
    </Stack>
  )
}
