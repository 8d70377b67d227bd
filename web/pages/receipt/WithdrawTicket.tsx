import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import type { OnReceipt } from '#web/data/queries.ts'

export function WithdrawTicket({ receipt, of: { moves } }: { receipt: string; of: OnReceipt['ticket'] }) {
  const words = useOwnerWords()
  const cancel = useAction({
    work: () => api.receipts.cancel({ receipt }),
    toast: words.cancelled,
    onSettled: () => invalidate('receipts'),
  })
  if (!moves.some(({ action }) => action === 'cancel')) return null
  return (
    <>
      <ErrorAlert>{cancel.formError}</ErrorAlert>
      <ConfirmButton
        label={words.cancel}
        action={cancel}
        variant="subtle"
        question={words.cancelQuestion}
        confirm={words.cancelSure}
      />
    </>
  )
}
