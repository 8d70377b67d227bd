import { Alert, Stack } from '@mantine/core'
import { ReceiptCard } from '#web/components/print/ReceiptCard.tsx'
import { type FiledVisitor, useSentVisitor } from './intake.ts'
import { useIntakeWords } from './words.ts'

/** `ahead` tells the visitor how long the queue is. */
export function FiledReceipt({ of, ahead }: { of: FiledVisitor; ahead?: string | undefined }) {
  const words = useIntakeWords()
  const filed = useSentVisitor(of)
  return (
    <Stack>
      {filed.id === undefined && (
        <Alert color="yellow" variant="light" role="status">
          {words.waits}
        </Alert>
      )}
      {filed.paper && filed.number && (
        <Alert color="red" variant="light" role="alert">
          {words.otherNumber(filed.paper, filed.number)}
        </Alert>
      )}
      <ReceiptCard receipt={filed} peopleAheadText={ahead} />
    </Stack>
  )
}
