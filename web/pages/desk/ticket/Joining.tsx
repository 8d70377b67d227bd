import { Alert, Group, Stack, Text } from '@mantine/core'
import { joinRequests, ownRequest } from '#client/joining.ts'
import { may } from '#client/ticket.ts'
import { noteTypes } from '#contract/codes.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useDeskTicketWords } from './words.ts'

export function AskToJoin({ ticket }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const { id, workers } = ticket
  const write = useIdempotentCall(api.tickets.addnote)
  const ask = useAction({
    work: () => write({ id, type: noteTypes.internal, content: words.joinNote }),
    onSettled: () => invalidate('tickets'),
  })
  const request = ownRequest(ticket)
  return (
    <Alert variant="light" color="gray" role="note">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words.othersTicket(workers.map(({ name }) => name).join(words.and))}</Text>
        {request && (
          <Text size="sm" role="status">
            {request === 'asked' ? words.joinAsked : words.joinNotNow}
          </Text>
        )}
        {request !== 'asked' && (
          <ActionButton action={ask} variant="default" leftSection={<Icon name="people" size={18} />}>
            {words.askToJoin}
          </ActionButton>
        )}
        <ErrorAlert>{ask.formError}</ErrorAlert>
      </Stack>
    </Alert>
  )
}

/** For those who may add members. */
export function JoinRequests({ ticket }: { ticket: TicketInfo }) {
  if (!may(ticket, 'assign')) return null
  return joinRequests(ticket).map((name) => <JoinRequest key={name} id={ticket.id} name={name} />)
}

function JoinRequest({ id, name }: { id: number; name: string }) {
  const words = useDeskTicketWords()
  const write = useIdempotentCall(api.tickets.addnote)
  const onSettled = () => invalidate('tickets')
  const add = useAction({ work: () => api.tickets.assign({ id, name }), toast: words.added(name), onSettled })
  const refuse = useAction({
    work: () => write({ id, type: noteTypes.internal, content: words.joinRefused(name) }),
    onSettled,
  })
  return (
    <Alert variant="light" role="status" aria-label={words.joinAsks(name)}>
      <Stack gap="xs">
        <Text>{words.joinAsks(name)}</Text>
        <Group gap="xs">
          <ActionButton action={add} disabled={refuse.busy}>
            {words.joinYes}
          </ActionButton>
          <ActionButton action={refuse} variant="default" disabled={add.busy}>
            {words.joinNo}
          </ActionButton>
        </Group>
        <ErrorAlert>{add.formError ?? refuse.formError}</ErrorAlert>
      </Stack>
    </Alert>
  )
}
