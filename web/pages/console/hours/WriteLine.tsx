import { Button, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { limits } from '#contract/limits.ts'
import { type FieldInfo, useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, fieldsOf } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useColleagues } from '#web/data/hooks.ts'
import { shiftAmong, shiftsOn } from './shifts.ts'
import { useConsoleHourWords } from './words.ts'

export interface LinePreset {
  readonly member?: { readonly id: number; readonly name: string }
  readonly date?: string
  readonly shift?: string
}

interface Props {
  preset: LinePreset
  today: string
  done: () => void
}

export function WriteLine({ preset, today, done }: Props) {
  const words = useConsoleHourWords()
  const { values, setValues, shifts, shift, write, field, changed } = useWriteLine({ preset, today, done })
  const { kind } = values
  return (
    <Card title={words.write} about={words.writeAbout}>
      <Form
        action={write}
        submit={words.saveLine}
        onSubmit={() => write.submit()}
        changed={changed}
        beside={
          <Button variant="default" onClick={done}>
            {words.cancel}
          </Button>
        }
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MemberSelect
            action={write}
            preset={preset}
            value={values.member}
            onChange={(member) => setValues({ ...values, member })}
          />
          <Field type="date" {...field('date')} />
        </SimpleGrid>
        <div>
          <SegmentedChoice<'shift' | 'work'>
            aria-label={words.whatKind}
            value={kind}
            onChange={(next) => setValues({ ...values, kind: next })}
            data={(['shift', 'work'] as const).map((value) => ({ value, label: words.whatKinds[value] }))}
          />
        </div>
        {kind === 'shift' ? (
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <ShiftSelect
              action={write}
              shifts={shifts}
              value={shift}
              onChange={(next) => setValues({ ...values, shift: next, arrival: '', leaving: '' })}
            />
            <Field type="time" {...field('arrival')} />
            <Field type="time" {...field('leaving')} about={words.nextDay} />
          </SimpleGrid>
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field {...field('what')} maxLength={limits.search} autoComplete="off" />
            <Field {...field('minutes')} inputMode="numeric" autoComplete="off" />
          </SimpleGrid>
        )}
        <Field {...field('reason')} maxLength={limits.search} placeholder={words.whyWriteExample} autoComplete="off" />
      </Form>
    </Card>
  )
}

function useWriteLine({ preset, today, done }: Props) {
  const words = useConsoleHourWords()
  const settings = useSettings().data
  const begin = {
    member: preset.member?.id ?? 0,
    date: preset.date ?? today,
    kind: 'shift' as 'shift' | 'work',
    shift: preset.shift ?? '',
    ...{ arrival: '', leaving: '', minutes: '', what: '', reason: '' },
  }
  const [values, setValues] = useState(begin)
  const { kind, member, date, what, minutes, reason } = values
  const shifts = settings ? shiftsOn(settings, date) : []
  const shift = shiftAmong(shifts, values.shift)
  // The shift's own hours are proposed.
  const usual = shifts.find((one) => one.shift === shift)
  const arrival = values.arrival || (usual?.from ?? '')
  const leaving = values.leaving || (usual?.until ?? '')
  const write = useAction({
    work: () =>
      api.hours.correct({
        ...(member > 0 && { member }),
        date,
        ...(kind === 'shift' ? { shift, arrival, leaving } : { minutes: wholeNumber(minutes), what: what.trim() }),
        reason: reason.trim(),
      }),
    toast: words.written,
    onSuccess: () => {
      done()
      return invalidate('hours')
    },
    fields: {
      member: words.who,
      date: words.date,
      ...(kind === 'shift'
        ? { shift: words.shift, arrival: words.arrival, leaving: words.leaving }
        : { minutes: words.minutes, what: words.what }),
      reason: words.whyWrite,
    },
    codes: { not_on_timetable: 'shift', already_written: 'shift', member_not_found: 'member' },
  })
  const field = fieldsOf(write, { ...values, arrival, leaving }, setValues)
  return { values, setValues, shifts, shift, write, field, changed: JSON.stringify(values) !== JSON.stringify(begin) }
}

interface ShiftSelectProps {
  action: FieldInfo
  shifts: ReturnType<typeof shiftsOn>
  value: string
  onChange: (shift: string) => void
}

function ShiftSelect({ action, shifts, value, onChange }: ShiftSelectProps) {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  return (
    <SelectField
      label={words.shift}
      error={action.errorOf('shift')}
      value={value}
      data={[...shifts.map(({ shift }) => shift), 'others'].map((one) => ({ value: one, label: hours.shift(one) }))}
      onChange={onChange}
    />
  )
}

interface MemberSelectProps {
  action: FieldInfo
  preset: LinePreset
  value: number
  onChange: (member: number) => void
}

function MemberSelect({ action, preset: { member }, value, onChange }: MemberSelectProps) {
  const words = useConsoleHourWords()
  const colleagues = useColleagues()
  const gone = member && !colleagues.some(({ id }) => id === member.id) ? [member] : []
  return (
    <SelectField
      label={words.who}
      error={action.errorOf('member')}
      value={value}
      autoFocus
      data={[
        { value: 0, label: words.chooseMember },
        ...[...gone, ...colleagues].map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  )
}
