import { Button, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/pages.ts'
import { api } from '../../api.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Needs } from '../../parts/Needs.tsx'
import { Page } from '../../parts/Page.tsx'
import { Paged } from '../../parts/Paged.tsx'
import { useMineWords } from '../../words/mine.ts'
import { TicketCard } from './TicketCard.tsx'

export function MyTickets() {
  return (
    <Needs who="user">
      <Mine />
    </Needs>
  )
}

function Mine() {
  const words = useMineWords()
  const file = (
    <Button component={Link} href={pages.newTicket}>
      {words.file}
    </Button>
  )
  return (
    <Page title={words.title} size="xs" action={file}>
      <Paged name={['tickets', 'mine']} load={(page) => api.tickets.mine(page)} empty={<Empty>{words.none}</Empty>}>
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
