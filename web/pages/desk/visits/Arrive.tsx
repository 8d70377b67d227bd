import { useState } from 'react'
import { parseScan } from '#client/scan.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, useText } from '#web/components/Form.tsx'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useVisitWords } from './words.ts'

/** Gives today's queue number to a visitor who filed the ticket before. */
export function Arrive() {
  const words = useVisitWords()
  const typed = useText('ticket')
  const arrive = useAction({
    work: async (text: string) => api.counter.arrive({ id: await ticketIn(text) }),
    toast: ({ number }) => words.arrived(number),
    onSuccess: () => typed.onText(''),
    onSettled: () => invalidate('visits'),
    fields: { ticket: words.ticket },
    codes: { ticket_not_found: 'ticket', ticket_over: 'ticket', tag_unknown: 'ticket', receipt_unknown: 'ticket' },
  })
  const wrong = (text: string) => (parseScan(text) ? undefined : words.noTicket)
  const [flaw, setFlaw] = useState<string>()
  const send = (text: string) => {
    setFlaw(wrong(text))
    if (parseScan(text)) arrive.submit(text)
  }
  return (
    <Card title={words.arrive} about={words.arriveAbout}>
      <Form
        action={arrive}
        submit={words.give}
        onSubmit={() => typed.value.trim() && send(typed.value)}
        beside={<ScanButton onScan={send} wrong={wrong} title={words.ticket} />}
      >
        <Field
          action={{ label: arrive.label, errorOf: (field) => flaw ?? arrive.errorOf(field) }}
          {...typed}
          autoComplete="off"
        />
      </Form>
    </Card>
  )
}

async function ticketIn(text: string): Promise<number> {
  const found = parseScan(text)
  if (!found) return 0
  if ('ticket' in found) return found.ticket
  if ('tag' in found) return (await api.counter.tag({ tag: found.tag })).id
  return (await api.receipts.info({ receipt: found.receipt })).ticket.id
}
