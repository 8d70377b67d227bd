import { Button, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '#client/whole-number.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
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
  const { values, set, shifts, shift, write, field, changed } = useWriteLine({ preset, today, done })
  const options = useOptions(preset, shifts)
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
          <SelectField
            label={words.who}
            error={write.errorOf('member')}
            value={values.member}
            autoFocus
            data={options.members}
            onChange={(member) => set({ member })}
          />
          <Field type="date" {...field('date')} />
        </SimpleGrid>
        <div>
          <SegmentedChoice<'shift' | 'work'>
            aria-label={words.whatKind}
            value={values.kind}
            onChange={(kind) => set({ kind })}
            data={(['shift', 'work'] as const).map((value) => ({ value, label: words.whatKinds[value] }))}
          />
        </div>
        {values.kind === 'shift' ? (
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <SelectField
              label={words.shift}
              error={write.errorOf('shift')}
              value={shift}
              data={options.shifts}
              onChange={(next) => set({ shift: next, arrival: '', leaving: '' })}
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
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  return { values, set, shifts, shift, write, field, changed: JSON.stringify(values) !== JSON.stringify(begin) }
}

function useOptions({ member }: LinePreset, shifts: ReturnType<typeof shiftsOn>) {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  const colleagues = useColleagues()
  const gone = member && !colleagues.some(({ id }) => id === member.id) ? [member] : []
  const members = [...gone, ...colleagues].map(({ id, name }) => ({ value: id, label: name }))
  return {
    members: [{ value: 0, label: words.chooseMember }, ...members],
    shifts: [...shifts.map(({ shift }) => shift), 'others'].map((one) => ({ value: one, label: hours.shift(one) })),
  }
}
