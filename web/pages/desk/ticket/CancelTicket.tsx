import { Button, Group, Text } from '@mantine/core'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import css from './ticket.module.css'
import { useDeskTicketWords } from './words.ts'

export function CancelTicket({ id, onClose }: { id: number; onClose: () => void }) {
  const { goBack } = useWords()
  const words = useDeskTicketWords()
  const cancel = useAction({
    work: () => api.tickets.cancel({ id }),
    onSuccess: onClose,
    onSettled: () => invalidate('tickets'),
  })
  return (
    <fieldset
      className={css['fields']}
      aria-label={words.cancelQuestion}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Text mb="xs">{words.cancelQuestion}</Text>
      <Group gap="xs">
        <Button variant="default" autoFocus onClick={onClose}>
          {goBack}
        </Button>
        <ActionButton action={cancel} color="red">
          {words.cancelConfirm}
        </ActionButton>
      </Group>
      <ErrorAlert>{cancel.formError}</ErrorAlert>
    </fieldset>
  )
}
