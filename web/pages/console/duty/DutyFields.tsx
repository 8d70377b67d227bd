import { Input, SimpleGrid, TextInput } from '@mantine/core'
import type { DutyDraft } from '#client/duty-input.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field, fieldsOf, TextField } from '#web/components/Form.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { useDutyWords } from './words.ts'

export interface DutyFieldsProps {
  draft: DutyDraft
  change: (draft: DutyDraft) => void
  shifts: readonly number[]
  of: FieldInfo
}

export function DutyFields({ draft, change, shifts, of }: DutyFieldsProps) {
  const words = useDutyWords()
  const field = fieldsOf(of, draft, change)
  const count = (about: string) => <Field {...field('count', 'inDutyCnt')} about={about} inputMode="numeric" />
  switch (draft.choice) {
    case 'plan':
      return null
    case 'shift':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
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
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {(['from', 'until'] as const).map((end) => (
              <TextInput
                key={end}
                type="datetime-local"
                label={end === 'from' ? words.from : words.untilTime}
                value={draft[end]}
                error={of.errorOf('otherDutyTime') !== undefined}
                onChange={(event) => change({ ...draft, [end]: event.currentTarget.value })}
              />
            ))}
          </SimpleGrid>
          {of.errorOf('otherDutyTime') && <Input.Error role="alert">{of.errorOf('otherDutyTime')}</Input.Error>}
          {count(words.countOthersAbout)}
        </>
      )
  }
}
