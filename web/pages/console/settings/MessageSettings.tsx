import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { chatKinds, webhookEvents } from '#contract/messages/messages.ts'
import { pages } from '#contract/team/pages.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Field } from '#web/components/Form.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { queries } from '#web/data/queries.ts'
import { messageAudienceOf } from './audience.ts'
import { fieldsOfSetting, type SettingsEditor } from './editor.ts'
import { useSettingGroupWords } from './group-words.ts'
import { useMessageSettingWords } from './message-words.ts'
import { Section } from './Section.tsx'

/** Only what the channels of the team can send. */
export function MessageSettings({ editor }: { editor: SettingsEditor }) {
  const words = useMessageSettingWords()
  const health = useQuery(queries.messages.health())
  if (health.isPending) return <Skeleton heights={[420, 240]} />
  if (health.isError) return <LoadError error={health.error} retry={health.refetch} />
  const to = messageAudienceOf(health.data.channels)
  if (!to.person && !to.chat && !to.program) return <NoChannels />
  const { chat, webhook } = editor.draft.messages
  const change = (changed: Partial<typeof editor.draft.messages>) =>
    editor.set({ messages: { ...editor.draft.messages, ...changed } })
  return (
    <>
      {(to.person || to.chat) && <TimeSettings editor={editor} toPerson={to.person} />}
      {to.chat && (
        <Section id="chat">
          <Checkboxes
            options={chatKinds}
            names={words.chatKinds}
            chosen={chat}
            onChange={(chosen) => change({ chat: chosen })}
          />
        </Section>
      )}
      {to.program && (
        <Section id="webhook">
          <Checkboxes
            options={webhookEvents}
            names={words.events}
            chosen={webhook}
            onChange={(chosen) => change({ webhook: chosen })}
          />
        </Section>
      )}
    </>
  )
}

function NoChannels() {
  const words = useSettingGroupWords()
  return (
    <EmptyState
      icon="bell"
      title={words.noChannels}
      about={words.noChannelsAbout}
      action={<LinkButton href={`${pages.console}/messages`}>{words.channels}</LinkButton>}
    />
  )
}

function TimeSettings({ editor, toPerson }: { editor: SettingsEditor; toPerson: boolean }) {
  const words = useMessageSettingWords()
  const { text } = fieldsOfSetting(editor, 'messages')
  const { messages } = editor.draft
  return (
    <Section id="messages">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field type="time" {...text('quietFrom')} />
        <Field type="time" {...text('quietUntil')} />
      </SimpleGrid>
      <Text variant="secondary">{toPerson ? words.quietAbout : words.quietChatAbout}</Text>
      {toPerson && (
        <>
          <Field type="time" {...text('reminderTime')} about={words.reminderAbout} />
          <DaysField
            action={editor.form}
            days={messages.uncollectedDays}
            change={(uncollectedDays) => editor.set({ messages: { ...messages, uncollectedDays } })}
          />
        </>
      )}
    </Section>
  )
}

const daysIn = (text: string) =>
  text
    .split(/[\s,，、;；]+/)
    .filter(Boolean)
    .map(wholeNumber)

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

interface CheckboxesProps<Name extends string> {
  options: readonly Name[]
  names: Readonly<Record<Name, string>>
  chosen: readonly Name[]
  onChange: (chosen: Name[]) => void
}

function Checkboxes<Name extends string>({ options, names, chosen, onChange }: CheckboxesProps<Name>) {
  return (
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
  )
}
