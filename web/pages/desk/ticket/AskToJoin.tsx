import { Alert, Stack, Text } from '@mantine/core'
import { noteTypes } from '#contract/codes.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useDeskTicketWords } from './words.ts'

export function AskToJoin({ ticket: { id, workers } }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const write = useIdempotentCall(api.tickets.addnote)
  const ask = useAction({
    work: () => write({ id, type: noteTypes.internal, content: words.joinNote }),
    onSettled: () => invalidate('tickets'),
  })
  return (
    <Alert variant="light" color="gray" role="note">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words.othersTicket(workers.map(({ name }) => name).join(words.and))}</Text>
        {ask.done ? (
          <Text size="sm" role="status">
            {words.joinAsked}
          </Text>
        ) : (
          <ActionButton action={ask} variant="default" leftSection={<Icon name="people" size={18} />}>
            {words.askToJoin}
          </ActionButton>
        )}
        <ErrorAlert>{ask.formError}</ErrorAlert>
      </Stack>
    </Alert>
  )
}
