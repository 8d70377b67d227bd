import { Group } from '@mantine/core'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { Refused } from '#web/components/Failed.tsx'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { say } from '#web/components/toast-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useMineWords } from './words.ts'

/** What ends a ticket, as far as the viewer may. */
export function Endings({ ticket: { id, moves } }: { ticket: Ticket }) {
  const words = useMineWords()
  const owner = useOwnerWords()
  const done = (text: string) => () => {
    say(text)
    return invalidate('tickets')
  }
  const cancel = useAction({ work: () => api.tickets.cancel({ id }), after: done(owner.cancelled) })
  const retrieve = useAction({ work: () => api.tickets.retrieve({ id }), after: done(words.retrieved) })
  const may = (action: string) => moves.some((move) => move.action === action)
  if (!may('cancel') && !may('retrieve')) return null
  return (
    <>
      <Refused>{cancel.rest ?? retrieve.rest}</Refused>
      <Group>
        {may('retrieve') && (
          <ConfirmButton of={retrieve} color="cyan" question={words.retrieveQuestion}>
            {words.retrieve}
          </ConfirmButton>
        )}
        {may('cancel') && (
          <ConfirmButton of={cancel} variant="subtle" question={owner.cancelQuestion} confirm={owner.cancelSure}>
            {owner.cancel}
          </ConfirmButton>
        )}
      </Group>
    </>
  )
}
