import { Alert, Stack } from '@mantine/core'
import { ReceiptCard } from '#web/parts/print/ReceiptCard.tsx'
import { type FiledVisitor, useFiled } from './intake.ts'
import { useIntakeWords } from './words.ts'

/** The receipt of somebody who was filed, and what they should know about it. */
export function FiledReceipt({ of }: { of: FiledVisitor }) {
  const words = useIntakeWords()
  const filed = useFiled(of)
  return (
    <Stack>
      <div role="status">
        {filed.id === undefined && (
          <Alert color="yellow" variant="light">
            {words.waits}
          </Alert>
        )}
      </div>
      {filed.paper && filed.number && (
        <Alert color="red" variant="light" role="alert">
          {words.otherNumber(filed.paper, filed.number)}
        </Alert>
      )}
      <ReceiptCard of={filed} />
    </Stack>
  )
}
