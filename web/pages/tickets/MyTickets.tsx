import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { statuses } from '#contract/codes.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { isReadyToCollect } from '#web/components/owner/ReadyToCollect.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { QueuedTickets } from '#web/components/QueuedTickets.tsx'
import { forRole } from '#web/components/RequireRole.tsx'
import { TicketCard } from '#web/components/TicketCard.tsx'
import { queries, type TicketSummary } from '#web/data/queries.ts'
import { useMineWords } from './words.ts'

export const MyTickets = forRole('user', TicketCards)

function TicketCards() {
  const words = useMineWords()
  const none = useQuery(queries.tickets.mine({ pageId: 1, count: 20 })).data?.total === 0
  const file = (
    <LinkButton variant="filled" href={pages.newTicket}>
      {words.file}
    </LinkButton>
  )
  return (
    <Page title={words.title} action={!none && file}>
      <QueuedTickets />
      <Paged
        query={queries.tickets.mine}
        empty={<EmptyState title={words.none} icon="wrench" about={words.noneAbout} action={file} />}
      >
        {(list) => (
          <Stack>
            {list
              .toSorted((a, b) => urgency(b) - urgency(a))
              .map((ticket) => (
                <TicketCard key={ticket.id} ticket={ticket} />
              ))}
          </Stack>
        )}
      </Paged>
    </Page>
  )
}

/** Devices to collect come first, then tickets that may wait for the owner's answer. */
const urgency = (ticket: TicketSummary) => (isReadyToCollect(ticket) ? 2 : Number(ticket.status === statuses.waiting))
