import { Input, Paper, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DutyChoice,
  type DutyDraft,
  dutyChoices,
  dutyInputOf,
  emptyDutyDraft,
  isAnythingTyped,
  isComplete,
} from '#client/duty-input.ts'
import type { ExplainedDuty, SituationInput } from '#contract/duty/duty.ts'
import type { Settings } from '#contract/team/settings.ts'
import { type FieldInfo, useAction, useErrorText } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, fieldsOf, TextField } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { DutySummary } from './DutySummary.tsx'
import { useDutyWords } from './words.ts'

interface ChangeDutyProps {
  now: ExplainedDuty
  plan: ExplainedDuty
  timetable: Settings['timetable']
}

export function ChangeDuty({ now, plan, timetable }: ChangeDutyProps) {
  const words = useDutyWords()
  const shifts = [...new Set(timetable.map(({ shift }) => shift))].sort((a, b) => a - b)
  const [draft, setDraft] = useState<DutyDraft>()
  const choose = (choice: string) =>
    setDraft({ ...emptyDutyDraft, shift: String(shifts[0] ?? 1), ...draft, choice: choice as DutyChoice }) // one of those below
  // If duty follows the roster already, there is nothing to take back.
  const offered = dutyChoices.filter((choice) => choice !== 'plan' || now.source === 'written')
  return (
    <Card title={words.change} about={words.changeAbout}>
      <Radio.Group label={words.choice} value={draft?.choice ?? null} onChange={choose}>
        <Stack gap="xs" mt="xs">
          {offered.map((choice) => (
            <Radio
              key={choice}
              size="md"
              value={choice}
              label={words.choices[choice].name}
              description={words.choices[choice].about}
              styles={{ body: { alignItems: 'flex-start' } }}
            />
          ))}
        </Stack>
      </Radio.Group>
      {draft && (
        <DutyForm
          key={draft.choice}
          draft={draft}
          change={setDraft}
          plan={plan}
          shifts={shifts.length > 0 ? shifts : [1]}
          done={() => setDraft(undefined)}
        />
      )}
    </Card>
  )
}

interface DutyFormProps extends Omit<DutyFieldsProps, 'action'> {
  plan: ExplainedDuty
  done: () => void
}

function DutyForm({ draft, change, plan, shifts, done }: DutyFormProps) {
  const words = useDutyWords()
  const input = dutyInputOf(draft)
  const set = useAction({
    work: () => (input ? api.duty.update(input) : api.duty.unplan({})),
    toast: words.saved,
    onSuccess: async () => {
      done()
      await invalidate('duty')
    },
    fields: {
      inDutyCnt: words.count,
      offDutyReason: draft.choice === 'off' ? words.offReason : words.endedReason,
      dutyRecoverTime: words.recoverTime,
      place: words.place,
      otherDutyTime: words.otherTime,
    },
  })
  return (
    <Form action={set} submit={words.save} onSubmit={() => set.submit()} changed={isAnythingTyped(draft)}>
      <DutyFields draft={draft} change={change} shifts={shifts} action={set} />
      <Paper withBorder p="md" bg="var(--mantine-color-default-hover)" role="status">
        {input ? (
          <DutyPreview draft={draft} input={input} action={set} />
        ) : (
          <ExpectedDuty title={words.preview} duty={plan} />
        )}
      </Paper>
    </Form>
  )
}

/** Asks the service what the change would do. */
function DutyPreview({ draft, input, action }: { draft: DutyDraft; input: SituationInput; action: FieldInfo }) {
  const words = useDutyWords()
  const errorText = useErrorText()
  const [asked] = useDebouncedValue(input, 300)
  const whole = isComplete(draft)
  const preview = useQuery({
    ...queries.duty.preview(asked),
    enabled: whole,
    placeholderData: keepPreviousData,
  })
  if (whole && preview.isError) return <Text>{errorText(preview.error, action.label)}</Text>
  if (!whole || !preview.data) return <Text>{words.fill}</Text>
  const { now, later } = preview.data
  return <ExpectedDuty title={later ? words.later : words.preview} duty={later ?? now} note={later ? words.same : ''} />
}

function ExpectedDuty({ title, duty, note = '' }: { title: string; duty: ExplainedDuty; note?: string }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <DutySummary duty={duty} />
      {note && <Text variant="secondary">{note}</Text>}
    </Stack>
  )
}

interface DutyFieldsProps {
  draft: DutyDraft
  change: (draft: DutyDraft) => void
  shifts: readonly number[]
  action: FieldInfo
}

function DutyFields({ draft, change, shifts, action }: DutyFieldsProps) {
  const words = useDutyWords()
  const field = fieldsOf(action, draft, change)
  const count = (about: string) => <Field {...field('count', 'inDutyCnt')} about={about} inputMode="numeric" />
  switch (draft.choice) {
    case 'plan':
      return null
    case 'shift':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} maw="48rem">
          <SelectField
            label={words.shift}
            description="&nbsp;"
            value={draft.shift}
            data={shifts.map((shift) => ({ value: String(shift), label: words.shiftName(shift) }))}
            onChange={(value) => change({ ...draft, shift: value })}
          />
          {count(words.countAbout)}
        </SimpleGrid>
      )
    case 'ended':
    case 'off':
      return (
        <>
          <TextField {...field('reason', 'offDutyReason')} about={words.offReasonAbout} rows={2} />
          <Field {...field('recover', 'dutyRecoverTime')} about={words.recoverAbout} />
        </>
      )
    case 'others':
      return (
        <>
          <Field {...field('place')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} maw="48rem">
            {(['from', 'until'] as const).map((end) => (
              <TextInput
                key={end}
                type="datetime-local"
                label={end === 'from' ? words.from : words.untilTime}
                value={draft[end]}
                error={action.errorOf('otherDutyTime') !== undefined}
                onChange={(event) => change({ ...draft, [end]: event.currentTarget.value })}
              />
            ))}
          </SimpleGrid>
          {action.errorOf('otherDutyTime') && <Input.Error role="alert">{action.errorOf('otherDutyTime')}</Input.Error>}
          {count(words.countOthersAbout)}
        </>
      )
  }
}
