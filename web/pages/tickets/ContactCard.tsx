import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { changesIn } from '#web/data/merge.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useMineWords } from './words.ts'

export function ContactCard({ ticket }: { ticket: TicketInfo }) {
  const words = useMineWords()
  const { edit } = useWords()
  const [editing, setEditing] = useState(false)
  const { owner, phone } = ticket
  const may = ticket.moves.some(({ action }) => action === 'contact')
  if (!may && !owner && !phone) return null
  return (
    <Card title={words.contact}>
      {editing && may ? (
        <ContactForm ticket={ticket} close={() => setEditing(false)} />
      ) : (
        <Stack gap="xs" align="flex-start">
          <div style={{ overflowWrap: 'anywhere' }}>
            {owner}
            {phone && <p>{phone}</p>}
            {!owner && !phone && <Text c="dimmed">{words.noContact}</Text>}
          </div>
          {may && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {edit}
            </Button>
          )}
        </Stack>
      )}
    </Card>
  )
}

function ContactForm({ ticket: { id, owner, phone }, close }: { ticket: TicketInfo; close: () => void }) {
  const words = useMineWords()
  const { save, saved } = useWords()
  const [read] = useState({ owner, phone })
  const [typed, setTyped] = useState(read)
  const input = { owner: typed.owner.trim(), phone: typed.phone.trim() }
  const changes = changesIn(read, input)
  const form = useAction({
    work: () => api.tickets.contact({ id, ...changes }),
    toast: saved,
    onSuccess: close,
    onSettled: () => invalidate('tickets'),
    fields: { owner: words.owner, phone: words.phone },
  })
  const field = fieldsOf(form, typed, setTyped)
  return (
    <Form
      action={form}
      submit={save}
      onSubmit={() => form.submit()}
      changed={Object.keys(changes).length > 0}
      onBack={close}
    >
      <Field {...field('owner')} about={words.optional} autoComplete="name" maxLength={limits.name} autoFocus />
      <Field {...field('phone')} about={words.phoneAbout} inputMode="tel" autoComplete="tel" />
    </Form>
  )
}
