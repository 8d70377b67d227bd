import { Anchor, Divider, Stack, Text } from '@mantine/core'
import { may } from '#client/ticket.ts'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { api, invalidate } from '#web/data/api.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useDeskTicketWords } from './words.ts'

export function ForwardTicket({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const { id } = ticket
  const forward = useAction({ work: () => api.tickets.forward({ id }), onSettled: () => invalidate('tickets') })
  const mayForward = may(ticket, 'addtoexternal')
  if (mayForward && !ticket.forwards) return null
  return (
    <>
      <Divider />
      {mayForward ? (
        <Stack gap={4} align="flex-start">
          <ConfirmButton
            label={words.forward}
            action={forward}
            variant="default"
            color="gray"
            tone="cyan"
            leftSection={<Icon name="forward" size={18} />}
            question={words.forwardQuestion}
          />
          <Text variant="secondary">{words.forwardAbout}</Text>
          <ErrorAlert>{forward.formError}</ErrorAlert>
        </Stack>
      ) : (
        <ForwardState of={ticket.external} />
      )}
    </>
  )
}

function ForwardState({ of }: { of: TicketInfo['external'] }) {
  const words = useDeskTicketWords()
  const { state = 'waiting', id = '', url = '' } = of ?? {}
  return (
    <Text size="sm" component="p" m={0}>
      {words.forwarded[state]}
      {id && ' '}
      {/^https?:[/][/]/.test(url) ? (
        <Anchor underline="always" inherit href={url} target="_blank" rel="noreferrer">
          {words.elsewhere(id)}
        </Anchor>
      ) : (
        id && words.elsewhere(id)
      )}
    </Text>
  )
}
