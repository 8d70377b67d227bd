import { Checkbox, Input, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { chatKinds, webhookEvents } from '#contract/messages/messages.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field } from '#web/components/Form.tsx'
import type { KnownSettings } from '#web/components/settings-form.ts'
import { queries } from '#web/data/queries.ts'
import { type MessageAudience, messageAudienceOf } from './audience.ts'
import { useMessageSettingWords } from './message-words.ts'
import { SettingsCard, useSettingGroupCard } from './SettingsCard.tsx'

export function MessageSettings({ known }: { known: KnownSettings }) {
  const health = useQuery(queries.messages.health())
  const to = messageAudienceOf(health.data?.channels ?? [])
  return to.person || to.chat || to.program ? <MessageForm known={known} to={to} /> : null
}

const daysIn = (text: string) =>
  text
    .split(/[\s,，、;；]+/)
    .filter(Boolean)
    .map(wholeNumber)

function MessageForm({ known, to }: { known: KnownSettings; to: MessageAudience }) {
  const words = useMessageSettingWords()
  const { quietFrom, quietUntil, reminderTime, uncollectedDays } = words
  const labels = { quietFrom, quietUntil, reminderTime, uncollectedDays, 'uncollectedDays[]': uncollectedDays }
  const { form, values, set, text } = useSettingGroupCard(known, 'messages', labels)
  return (
    <SettingsCard id="messages" title={words.title} about={words.about} form={form}>
      {(to.person || to.chat) && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field type="time" {...text('quietFrom')} />
            <Field type="time" {...text('quietUntil')} />
          </SimpleGrid>
          <Text variant="secondary">{to.person ? words.quietAbout : words.quietChatAbout}</Text>
        </>
      )}
      {to.person && (
        <>
          <Field type="time" {...text('reminderTime')} about={words.reminderAbout} />
          <DaysField action={form} days={values.uncollectedDays} change={(days) => set({ uncollectedDays: days })} />
        </>
      )}
      {to.chat && (
        <CheckboxGroup
          title={words.chat}
          options={chatKinds}
          names={words.chatKinds}
          chosen={values.chat}
          onChange={(chat) => set({ chat })}
        />
      )}
      {to.program && (
        <CheckboxGroup
          title={words.webhook}
          about={words.webhookAbout}
          options={webhookEvents}
          names={words.events}
          chosen={values.webhook}
          onChange={(webhook) => set({ webhook })}
        />
      )}
    </SettingsCard>
  )
}

interface DaysFieldProps {
  action: FieldInfo
  days: readonly number[]
  change: (days: number[]) => void
}

/** Several numbers in one field, which shows the error of any of them. */
function DaysField({ action, days, change }: DaysFieldProps) {
  const words = useMessageSettingWords()
  const [typed, setTyped] = useState(days.join(', '))
  const name = 'messages.uncollectedDays'
  const errorOf = () => days.map((_, i) => action.errorOf(`${name}[${i}]`)).find(Boolean) ?? action.errorOf(name)
  const onText = (text: string) => {
    setTyped(text)
    change(daysIn(text))
  }
  // The form may have received other days.
  const text = daysIn(typed).join() === days.join() ? typed : days.join(', ')
  return (
    <Field
      action={{ label: action.label, errorOf }}
      name={name}
      value={text}
      onText={onText}
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
