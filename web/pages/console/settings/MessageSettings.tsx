import { Checkbox, Input, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { chatKinds, webhookEvents } from '#contract/messages/messages.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field } from '#web/components/Field.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { queries } from '#web/data/queries.ts'
import { type MessageAudience, messageAudienceOf } from './audience.ts'
import { useMessageSettingWords } from './message-words.ts'
import { SettingsCard } from './SettingsCard.tsx'

export function MessageSettings({ known }: { known: KnownSettings }) {
  const health = useQuery(queries.messages.health())
  const to = messageAudienceOf(health.data?.channels ?? [])
  return to.person || to.chat || to.program ? <MessageForm known={known} to={to} /> : null
}

const daysIn = (text: string) => text.split(/[\s,，、;；]+/).filter(Boolean)

function useMessageSettings(known: KnownSettings) {
  const words = useMessageSettingWords()
  const [values, setValues] = useState(known.messages)
  const [days, setDays] = useState(values.uncollectedDays.join(', '))
  const form = useSettingsForm(
    known,
    { messages: { ...values, uncollectedDays: daysIn(days).map(wholeNumber) } },
    ({ messages }) => {
      setValues(messages)
      setDays(messages.uncollectedDays.join(', '))
    },
    {
      'messages.quietFrom': words.quietFrom,
      'messages.quietUntil': words.quietUntil,
      'messages.reminderTime': words.reminderTime,
      'messages.uncollectedDays': words.uncollectedDays,
      ...Object.fromEntries(daysIn(days).map((_, i) => [`messages.uncollectedDays[${i}]`, words.uncollectedDays])),
    },
  )
  return { form, values, setValues, days, setDays }
}

function MessageForm({ known, to }: { known: KnownSettings; to: MessageAudience }) {
  const words = useMessageSettingWords()
  const { form, values, setValues, days, setDays } = useMessageSettings(known)
  const time = (name: 'quietFrom' | 'quietUntil' | 'reminderTime') => ({
    action: form,
    name: `messages.${name}`,
    type: 'time' as const,
    value: values[name],
    onText: (text: string) => setValues({ ...values, [name]: text }),
  })
  return (
    <SettingsCard id="messages" title={words.title} about={words.about} form={form}>
      {(to.person || to.chat) && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field {...time('quietFrom')} />
            <Field {...time('quietUntil')} />
          </SimpleGrid>
          <Text variant="secondary">{to.person ? words.quietAbout : words.quietChatAbout}</Text>
        </>
      )}
      {to.person && (
        <>
          <Field {...time('reminderTime')} about={words.reminderAbout} />
          <DaysField of={form} count={daysIn(days).length} value={days} onText={setDays} />
        </>
      )}
      {to.chat && (
        <CheckboxGroup
          title={words.chat}
          options={chatKinds}
          names={words.chatKinds}
          chosen={values.chat}
          onChange={(chat) => setValues({ ...values, chat })}
        />
      )}
      {to.program && (
        <CheckboxGroup
          title={words.webhook}
          about={words.webhookAbout}
          options={webhookEvents}
          names={words.events}
          chosen={values.webhook}
          onChange={(webhook) => setValues({ ...values, webhook })}
        />
      )}
    </SettingsCard>
  )
}

interface Props {
  of: FieldInfo
  count: number
  value: string
  onText: (text: string) => void
}

/** Several numbers in one field. The error of any of them is shown at the field. */
function DaysField({ of, count, ...field }: Props) {
  const words = useMessageSettingWords()
  const name = 'messages.uncollectedDays'
  const at = () =>
    Array.from({ length: count }, (_, i) => of.errorOf(`${name}[${i}]`)).find(Boolean) ?? of.errorOf(name)
  return (
    <Field
      action={{ label: of.label, errorOf: at }}
      name={name}
      {...field}
      about={words.uncollectedAbout}
      inputMode="text"
      autoComplete="off"
    />
  )
}

interface CheckboxGroupProps<Name extends string> {
  title: string
  about?: string
  options: readonly Name[]
  names: Readonly<Record<Name, string>>
  chosen: readonly Name[]
  onChange: (chosen: Name[]) => void
}

function CheckboxGroup<Name extends string>({
  title,
  about,
  options,
  names,
  chosen,
  onChange,
}: CheckboxGroupProps<Name>) {
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <div>
        <Title order={3} size="h5">
          {title}
        </Title>
        {about && <Input.Description>{about}</Input.Description>}
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={0}>
        {options.map((name) => (
          <Checkbox
            key={name}
            label={names[name]}
            checked={chosen.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(options.filter((one) => (one === name ? checked : chosen.includes(one))))
            }
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}
