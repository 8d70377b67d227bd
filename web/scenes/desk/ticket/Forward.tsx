import { Button, Divider, Stack, Text } from '@mantine/core'
import { api } from '../../../api.ts'
import { useAction } from '../../../parts/action.ts'
import { Refused } from '../../../parts/Failed.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { useDeskTicketWords } from '../../../words/desk-ticket.ts'
import { lookAgainAtTickets, may, type Ticket } from './ticket.ts'

/** The team's other ticket system: telling it, or that it was told. */
export function Forward({ ticket }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const { id } = ticket
  const forward = useAction({ work: () => api.tickets.forward({ id }), always: lookAgainAtTickets })
  return (
    <>
      <Divider />
      {may(ticket, 'addtoexternal') ? (
        <Stack gap={4} align="flex-start">
          <Button
            variant="default"
            leftSection={<Icon name="forward" size={18} />}
            loading={forward.busy}
            onClick={() => forward.run()}
          >
            {words.forward}
          </Button>
          <Text size="sm" c="dimmed">
            {words.forwardAbout}
          </Text>
          <Refused>{forward.rest}</Refused>
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {words.forwarded}
        </Text>
      )}
    </>
  )
}
