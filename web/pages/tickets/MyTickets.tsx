import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { Empty } from '#web/components/Empty.tsx'
import { Needs } from '#web/components/Needs.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { TicketCard } from '#web/components/TicketCard.tsx'
import { queries } from '#web/data/queries.ts'
import { useMineWords } from './words.ts'

export function MyTickets() {
  return (
    <Needs who="user">
      <Mine />
    </Needs>
  )
}

function Mine() {
  const words = useMineWords()
  const none = useQuery(queries.tickets.mine({ pageId: 1, count: 20 })).data?.total === 0
  const file = (
    <Button component={Link} href={pages.newTicket}>
      {words.file}
    </Button>
  )
  return (
    <Page title={words.title} action={!none && file}>
      <Paged
        query={queries.tickets.mine}
        empty={
          <Empty icon="wrench" about={words.noneAbout} action={file}>
            {words.none}
          </Empty>
        }
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
