import { api, invalidate } from '#web/data/api.ts'
import type { OnReceipt } from '#web/data/queries.ts'
import { useAction } from '#web/parts/action.ts'
import { ConfirmButton } from '#web/parts/ConfirmButton.tsx'
import { Refused } from '#web/parts/Failed.tsx'
import { useOwnerWords } from '#web/parts/owner/words.ts'
import { say } from '#web/parts/toast-list.ts'

/** Withdraws the ticket of a receipt, as long as its owner may. */
export function Withdraw({ receipt, of: { moves } }: { receipt: string; of: OnReceipt['ticket'] }) {
  const words = useOwnerWords()
  const cancel = useAction({
    work: () => api.receipts.cancel({ receipt }),
    after: () => say(words.cancelled),
    always: () => invalidate('receipts'),
  })
  if (!moves.some(({ action }) => action === 'cancel')) return null
  return (
    <>
      <Refused>{cancel.rest}</Refused>
      <ConfirmButton of={cancel} variant="subtle" question={words.cancelQuestion} confirm={words.cancelSure}>
        {words.cancel}
      </ConfirmButton>
    </>
  )
}
