import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DutyShift, daysLater, hasBegun, shiftTimes } from '#client/week.ts'
import { Failure } from '#contract/client.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Page } from '#web/components/Page.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { confirmUnsaved } from '#web/lib/unsaved.ts'
import { useShiftWords } from '#web/pages/desk/shifts/words.ts'
import { SummaryForm } from './SummaryForm.tsx'
import { useSummaryWords } from './words.ts'

const keyOf = ({ date, shift }: { date: string; shift: number | string }) => `${date} ${shift}`

export function ShiftSummary() {
  const words = useSummaryWords()
  const lang = useLang()
  const [chosen, setChosen] = useState('')
  const shifts = useLatestShifts()
  const draft = useQuery({
    ...queries.conclusions.draft(chosen, lang),
    // A refetch must not replace what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The old draft stays while it loads in another language.
    placeholderData: (shown, query) => (query?.queryKey[2] === chosen ? shown : undefined),
    refetchOnWindowFocus: false,
  })
  const notOn = draft.error instanceof Failure && draft.error.code === 'not_on_shift'
  const shown = draft.data && keyOf({ date: draft.data.week, shift: draft.data.shift })
  return (
    <Page title={words.title} about={words.about}>
      <ShiftSelect
        shifts={shifts}
        value={shown ?? chosen}
        onChange={(shift) => confirmUnsaved(() => setChosen(shift))}
      />
      {draft.isPending && <Skeleton h={320} />}
      {notOn && <EmptyState title={shifts.length > 0 ? words.notOn : words.none} icon="pencil" />}
      {draft.isError && !notOn && <LoadError error={draft.error} retry={draft.refetch} />}
      {draft.data && <SummaryForm key={shown} draft={draft.data} />}
    </Page>
  )
}

function useLatestShifts(): DutyShift[] {
  const clock = useClock()
  const today = clock.slice(0, 10)
  const [last, week] = [
    useQuery(queries.duty.roster(today && daysLater(today, -7))),
    useQuery(queries.duty.roster(today)),
  ]
  return [...(last.data?.list ?? []), ...(week.data?.list ?? [])].filter((shift) => hasBegun(shift, clock)).reverse()
}

interface Props {
  shifts: readonly DutyShift[]
  value: string
  onChange: (value: string) => void
}

function ShiftSelect({ shifts, value, onChange }: Props) {
  const words = useSummaryWords()
  const { shift: shiftName } = useShiftWords()
  const lang = useLang()
  const clock = useClock()
  const known = shifts.some((shift) => keyOf(shift) === value)
  const [date = '', number = ''] = value.split(' ')
  return (
    <SelectField
      label={words.which}
      value={value}
      onChange={onChange}
      data={[
        ...(known ? [] : [{ value, label: value ? `${dayName(date, lang, clock)} · ${shiftName(number)}` : '–' }]),
        ...shifts.map((shift) => ({
          value: keyOf(shift),
          label: `${dayName(shift.date, lang, clock)} · ${shiftName(shift.shift)} ${shiftTimes(shift)}`.trim(),
        })),
      ]}
    />
  )
}
