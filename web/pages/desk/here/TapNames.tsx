import { Group, Loader, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { duration } from '#client/duration.ts'
import { type HereNow, shiftToSignIn, timesOf } from '#client/shift-sign-in.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { useSignIn, useSignOut } from '#web/components/hours/signing.ts'
import { useHourWords } from '#web/components/hours/words.ts'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { showToast } from '#web/components/toast-list.ts'
import { useColleagues, useMe } from '#web/data/hooks.ts'
import { useKeys } from '#web/lib/keys.ts'
import { useLang } from '#web/lib/language.ts'
import { timeOfDay } from '#web/lib/time.ts'
import css from './here.module.css'
import { type Attendee, attendeeKey, seenNow, shownPeople } from './people.ts'
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
        <PlainForm className={css['search']} onSubmit={() => step(1)}>
          <TextInput
            ref={search}
            type="search"
            label={words.search}
            description={words.searchAbout}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </PlainForm>
        <ShiftChoice shifts={now.shifts} shift={shift} onChange={setChosen} />
      </Group>
      {!shift && <Text>{words.noShift}</Text>}
      <Text role="status" className="news">
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

/** One tap signs in. Signing out asks first, so that a mistaken tap ends no shift. */
function AttendeeRow({ of, picture, onDone }: { of: Attendee; picture: string; onDone: () => void }) {
  const words = useHereWords()
  const hourWords = useHourWords()
  const lang = useLang()
  const { member, name, shift, since } = of
  const signIn = useSignIn((line) => {
    showToast(words.signedIn(name, hourWords.shift(line.shift)))
    onDone()
  })
  const signOut = useSignOut(({ arrival, leaving, minutes }) => {
    showToast(words.signedOut(name, timesOf({ from: arrival, until: leaving }), duration(minutes, lang)))
    onDone()
  })
  const who = (
    <>
      <Avatar src={picture} name={name} size={44} />
      <span className={css['who']}>
        <strong className={css['name']}>{name}</strong>
        <span className={css['about']}>
          {hourWords.shift(shift)}
          {since && ` · ${hourWords.since(timeOfDay(since))}`}
        </span>
      </span>
    </>
  )
  return (
    <>
      {since ? (
        <div className={css['person']} data-here="true">
          {who}
          <ConfirmButton
            label={hourWords.signOut}
            variant="default"
            aria-label={words.signOutOf(name)}
            question={words.signOutAsk(name)}
            confirm={hourWords.signOut}
            action={{ busy: signOut.busy, submit: () => signOut.submit({ member }) }}
          />
        </div>
      ) : (
        <button
          type="button"
          className={css['person']}
          aria-busy={signIn.busy}
          onClick={() => {
            signOut.reset()
            signIn.submit({ member, shift })
          }}
        >
          {who}
          <span className={css['does']}>{signIn.busy ? <Loader size="sm" /> : hourWords.signIn}</span>
        </button>
      )}
      <ErrorAlert>{signOut.formError ?? (since ? undefined : (signIn.formError ?? signIn.errorOf('code')))}</ErrorAlert>
    </>
  )
}
