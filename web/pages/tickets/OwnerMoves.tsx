import { Group } from '@mantine/core'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { showToast } from '#web/components/toast-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useMineWords } from './words.ts'

export function OwnerMoves({ ticket: { id, moves } }: { ticket: TicketInfo }) {
  const words = useMineWords()
  const owner = useOwnerWords()
  const done = (text: string) => () => {
    showToast(text)
    return invalidate('tickets')
  }
  const cancel = useAction({ work: () => api.tickets.cancel({ id }), onSuccess: done(owner.cancelled) })
  const retrieve = useAction({ work: () => api.tickets.retrieve({ id }), onSuccess: done(words.retrieved) })
  const may = (action: string) => moves.some((move) => move.action === action)
  if (!may('cancel') && !may('retrieve')) return null
  return (
    <>
      <ErrorAlert>{cancel.formError ?? retrieve.formError}</ErrorAlert>
      <Group>
        {may('retrieve') && (
          <ConfirmButton label={words.retrieve} action={retrieve} color="cyan" question={words.retrieveQuestion} />
        )}
        {may('cancel') && (
          <ConfirmButton
            label={owner.cancel}
            action={cancel}
            variant="subtle"
            question={owner.cancelQuestion}
            confirm={owner.cancelSure}
          />
        )}
      </Group>
    </>
  )
}
