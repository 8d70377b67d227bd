import { Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { type HereNow, shiftToSignIn, timesOf } from '#client/shifts.ts'
import { useHourWords } from '#web/components/hours/words.ts'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { useColleagues, useMe } from '#web/data/hooks.ts'
import { useKeys } from '#web/lib/keys.ts'
import { AttendeeRow } from './AttendeeRow.tsx'
import css from './here.module.css'
import { attendeeKey, seenNow, shownPeople } from './people.ts'
import { useHereWords } from './words.ts'

export function TapNames({ now }: { now: HereNow }) {
  const words = useHereWords()
  const me = useMe().data?.member?.id ?? 0
  const colleagues = useColleagues()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const lists = useRef<HTMLDivElement>(null)
  const shift = now.shifts.find((one) => one.shift === chosen) ?? shiftToSignIn(now.shifts) ?? now.shifts[0]
  const [before, setSeen] = useState<readonly string[]>([])
  const seen = seenNow(now, before)
  if (seen !== before) setSeen(seen)
  const people = shownPeople(now, colleagues, { typed, me, shift, seen })
  const step = (by: 1 | -1) => stepToButton(lists.current, by)
  useKeys({ j: () => step(1), k: () => step(-1), '/': () => search.current?.focus() })
  return (
    <>
      <Group gap="md" align="flex-end">
        <form
          className={css['search']}
          onSubmit={(event) => {
            event.preventDefault()
            step(1)
          }}
        >
          <TextInput
            ref={search}
            type="search"
            label={words.search}
            description={words.searchAbout}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        <ShiftChoice shifts={now.shifts} shift={shift} onChange={setChosen} />
      </Group>
      {!shift && <Text>{words.noShift}</Text>}
      <Text role="status" className={css['news'] ?? ''}>
        {typed.trim() !== '' && people.length === 0 && words.nobodyCalled}
      </Text>
      <KeepFocus>
        <div ref={lists}>
          <ul className={css['people']}>
            {people.map((one) => (
              <li key={attendeeKey(one)}>
                <AttendeeRow
                  of={one}
                  picture={colleagues.find(({ id }) => id === one.member)?.avatar ?? ''}
                  onDone={() => setTyped('')}
                />
              </li>
            ))}
          </ul>
        </div>
      </KeepFocus>
    </>
  )
}

interface ShiftChoiceProps {
  shifts: HereNow['shifts']
  shift: HereNow['shifts'][number] | undefined
  onChange: (shift: string) => void
}

function ShiftChoice({ shifts, shift, onChange }: ShiftChoiceProps) {
  const words = useHereWords()
  const hourWords = useHourWords()
  if (!shift || shifts.length < 2) return null
  return (
    <SegmentedChoice
      aria-label={words.forShift}
      value={shift.shift}
      onChange={onChange}
      data={shifts.map((one) => ({ value: one.shift, label: `${hourWords.shift(one.shift)} ${timesOf(one)}` }))}
    />
  )
}

function stepToButton(list: HTMLElement | null, by: 1 | -1): void {
  const all = [...(list?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = all.findIndex((button) => button.matches(':focus'))
  all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
}
