import { Group, Text } from '@mantine/core'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useClosingWords } from './closing-words.ts'

export function JoinedHere({ ticket }: { ticket: TicketInfo }) {
  return ticket.merged.map((one) => <MergedTicket key={one.id} of={one} />)
}

function MergedTicket({ of: { id, undoable } }: { of: TicketInfo['merged'][number] }) {
  const words = useClosingWords()
  const { joined } = useTicketWords()
  const undo = useAction({
    work: () => api.tickets.unmerge({ id }),
    toast: words.undone(id),
    onSettled: () => invalidate('tickets', 'custody', 'visits'),
  })
  return (
    <div>
      <Group gap="sm">
        <Text>{joined(id)}</Text>
        {undoable && (
          <ConfirmButton
            label={words.undo}
            action={undo}
            variant="default"
            color="gray"
            tone="cyan"
            aria-label={words.undoWhich(id)}
            question={words.undoQuestion(id)}
            confirm={words.undo}
          />
        )}
      </Group>
      <ErrorAlert>{undo.formError}</ErrorAlert>
    </div>
  )
}
