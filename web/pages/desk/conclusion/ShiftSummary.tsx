import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DutyShift, daysLater, hasBegun, shiftTimes } from '#client/week.ts'
import { Failure } from '#contract/client.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Form, TextField } from '#web/components/Form.tsx'
import { Page } from '#web/components/Page.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useClock, useDates } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { confirmUnsaved } from '#web/lib/unsaved.ts'
import { useShiftWords } from '#web/pages/desk/shifts/words.ts'
import { LastSummary } from './LastSummary.tsx'
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
      <LastSummary />
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
  const { dayName } = useDates()
  const known = shifts.some((shift) => keyOf(shift) === value)
  const [date = '', number = ''] = value.split(' ')
  return (
    <SelectField
      label={words.which}
      value={value}
      onChange={onChange}
      data={[
        ...(known ? [] : [{ value, label: value ? `${dayName(date)} · ${shiftName(number)}` : '–' }]),
        ...shifts.map((shift) => ({
          value: keyOf(shift),
          label: [dayName(shift.date), shiftName(shift.shift), shiftTimes(shift)].filter(Boolean).join(' · '),
        })),
      ]}
    />
  )
}

type Draft = Awaited<ReturnType<typeof api.conclusions.draft>>

function SummaryForm({ draft: { week, shift, conclusion, written } }: { draft: Draft }) {
  const words = useSummaryWords()
  // Until something is typed, show the draft in the page's language.
  const [typed, setText] = useState<string>()
  const text = typed ?? (written || conclusion)
  const [handed, setHanded] = useState(written)
  const hand = useAction({
    work: (sent: string) => api.conclusions.write({ week, shift, conclusion: sent }),
    toast: words.handed,
    onSuccess: (_, sent) => {
      setHanded(sent)
      return invalidate('conclusions')
    },
    fields: { conclusion: words.text },
  })
  return (
    <Form
      action={hand}
      submit={words.hand}
      onSubmit={() => hand.submit(text.trim())}
      changed={text.trim() !== (handed || conclusion).trim()}
      beside={
        text !== conclusion && (
          <Button variant="default" onClick={() => setText(conclusion)}>
            {words.backToDraft}
          </Button>
        )
      }
    >
      <TextField
        action={hand}
        name="conclusion"
        value={text}
        onText={setText}
        rows={8}
        maxLength={limits.text}
        about={written ? words.writtenAbout : words.draftAbout}
      />
    </Form>
  )
}
