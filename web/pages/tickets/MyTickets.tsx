import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { QueuedTickets } from '#web/components/QueuedTickets.tsx'
import { forRole } from '#web/components/RequireRole.tsx'
import { TicketCard } from '#web/components/TicketCard.tsx'
import { queries } from '#web/data/queries.ts'
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
            {list.map((ticket) => (
              <TicketCard key={ticket.id} ticket={ticket} />
            ))}
          </Stack>
        )}
      </Paged>
    </Page>
  )
}
