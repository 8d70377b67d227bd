import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { statusMeaning } from '#contract/codes.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, useText } from '#web/components/Form.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { BrowserNotifications } from '#web/components/messages/BrowserNotifications.tsx'
import { useNotificationWords } from '#web/components/messages/notification-words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { pushFor } from '#web/data/push.ts'
import type { OnReceipt } from '#web/data/queries.ts'
import { useReceiptWords } from './words.ts'

export function ReceiptNotify({ receipt, of: { ticket, notify } }: { receipt: string; of: OnReceipt }) {
  const { tell: words } = useReceiptWords()
  const { blocked } = useNotificationWords()
  const [by] = useState(() => pushFor(receipt))
  const here = notify.pushKey === '' ? 'unable' : by.state(notify.push)
  const waits = ['unclaimed', 'in_work'].includes(statusMeaning(ticket.status).phase)
  if (!waits || (!notify.mailWorks && here === 'unable')) return null
  return (
    <KeepFocus>
      <Card
        title={words.title}
        about={here === 'on' || here === 'off' ? words.offer : notify.mailWorks && words.offerMail}
      >
        {notify.mailWorks && <MailForm receipt={receipt} address={notify.mail} pending={notify.mailPending} />}
        {here === 'blocked' && <Text variant="secondary">{blocked}</Text>}
        {(here === 'on' || here === 'off') && (
          <BrowserNotifications of={{ key: notify.pushKey, here: notify.push }} by={by} />
        )}
      </Card>
    </KeepFocus>
  )
}

function MailForm({ receipt, address, pending }: { receipt: string; address: string; pending: string }) {
  const { tell: words } = useReceiptWords()
  const typed = useText('mail')
  const [changing, setChanging] = useState(false)
  const always = () => invalidate('receipts')
  const use = useAction({
    work: () => api.receipts.notify({ receipt, mail: typed.value.trim() }),
    toast: words.asked,
    onSuccess: () => {
      setChanging(false)
      typed.onText('')
    },
    onSettled: always,
    fields: { mail: words.mail },
  })
  if ((address !== '' || pending !== '') && !changing)
    return <KnownMail receipt={receipt} address={address} pending={pending} onChange={() => setChanging(true)} />
  const keep = changing && (
    <Button variant="subtle" onClick={() => setChanging(false)}>
      {words.keep}
    </Button>
  )
  return (
    // An empty address would remove the stored one.
    <Form action={use} submit={words.use} onSubmit={() => typed.value.trim() && use.submit()} beside={keep}>
      <Field
        action={use}
        {...typed}
        about={words.mailAbout}
        inputMode="email"
        autoComplete="email"
        autoFocus={changing}
      />
    </Form>
  )
}

interface KnownMailProps {
  receipt: string
  address: string
  pending: string
  onChange: () => void
}

function KnownMail({ receipt, address, pending, onChange }: KnownMailProps) {
  const { tell: words } = useReceiptWords()
  const stop = useAction({
    work: () => api.receipts.notify({ receipt, mail: '' }),
    toast: words.stopped,
    onSettled: () => invalidate('receipts'),
  })
  return (
    <Stack gap="xs">
      {[address !== '' && words.goesTo(address), pending !== '' && words.waitsFor(pending)].map(
        (text) =>
          text && (
            <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          ),
      )}
      <ErrorAlert>{stop.formError}</ErrorAlert>
      <Group gap="xs">
        <Button variant="default" onClick={onChange}>
          {words.change}
        </Button>
        <ActionButton action={stop} variant="subtle">
          {words.stop}
        </ActionButton>
      </Group>
    </Stack>
  )
}
