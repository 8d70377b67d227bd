import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Field, fieldsOf } from '#web/components/Form.tsx'
import type { Filing } from './filing.ts'
import { useFilingWords } from './filing-words.ts'

/** Known values are shown as text, and can be changed for this ticket only. */
export function TicketContactFields({ filing: { contact, contactTyped, changeContact, action } }: { filing: Filing }) {
  const words = useFilingWords()
  const label = useId()
  const [open, setOpen] = useState(contactTyped || !contact.owner || !contact.phone)
  if (!open && !action.errorOf('owner') && !action.errorOf('phone')) {
    return (
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600}>
            {words.contact}
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {contact.owner} · {contact.phone}
          </Text>
        </Stack>
        <Button variant="subtle" flex="none" onClick={() => setOpen(true)}>
          {words.change}
        </Button>
      </Group>
    )
  }
  const field = fieldsOf(action, contact, changeContact)
  return (
    <Stack component="fieldset" gap="xs" aria-labelledby={label}>
      <div>
        <Text id={label} size="sm" fw={600}>
          {words.contact}
        </Text>
        <Text size="sm" c="dimmed">
          {words.contactAbout}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field {...field('owner')} autoComplete="name" maxLength={limits.name} />
        <Field {...field('phone')} inputMode="tel" autoComplete="tel" />
      </SimpleGrid>
    </Stack>
  )
}
