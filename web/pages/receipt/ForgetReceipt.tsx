import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { showToast } from '#web/components/toast-list.ts'
import { forgetReceipt, showReceipt } from '#web/lib/receipts.ts'
import { useReceiptWords } from './words.ts'

export function ForgetReceipt({ receipt }: { receipt: string }) {
  const words = useReceiptWords()
  const forget = () => {
    forgetReceipt(receipt)
    showReceipt(undefined)
    showToast(words.forgotten)
  }
  return (
    <ConfirmButton
      label={words.forget}
      action={{ busy: false, submit: forget }}
      variant="subtle"
      color="teal"
      tone="teal"
      question={words.forgetQuestion}
    />
  )
}
