import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { may } from '#client/ticket.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { ReceiptCard } from '#web/components/print/ReceiptCard.tsx'
import { api, invalidate } from '#web/data/api.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useCustodyWords } from './custody-words.ts'

export function TicketReceipt({ ticket }: { ticket: TicketInfo }) {
  const words = useCustodyWords()
  const { id, device, accessories, custody, createdTime: time } = ticket
  const [made, setMade] = useState('')
  const make = useAction({
    work: () => api.counter.receipt({ id }),
    onSuccess: ({ receipt }: { receipt: string }) => setMade(receipt),
    onSettled: () => invalidate('tickets'),
  })
  const revoke = useAction({
    work: () => api.counter.revoke({ id }),
    toast: words.revoked,
    onSuccess: () => setMade(''),
    onSettled: () => invalidate('tickets'),
  })
  const mayMake = may(ticket, 'receipt')
  if (!custody || !(mayMake || custody.receipt)) return null
  return (
    <Card title={words.receipt} about={words.receiptAbout}>
      {made !== '' && (
        <ReceiptCard
          key={made}
          receipt={{ id, device, accessories, time, receipt: made, number: custody.number || undefined }}
        />
      )}
      {made === '' && custody.receipt && <Text size="sm">{words.thereIsOne}</Text>}
      <Group gap="xs">
        {custody.receipt ? (
          <>
            {mayMake && (
              <ConfirmButton
                label={words.another}
                action={make}
                variant="default"
                tone="blue"
                question={words.anotherQuestion}
              />
            )}
            <ConfirmButton label={words.revoke} action={revoke} variant="default" question={words.revokeQuestion} />
          </>
        ) : (
          <ActionButton action={make} variant="default">
            {words.newReceipt}
          </ActionButton>
        )}
      </Group>
      <ErrorAlert>{make.formError ?? revoke.formError}</ErrorAlert>
    </Card>
  )
}
