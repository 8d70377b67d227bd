import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useColleagues, useMe } from '#web/data/hooks.ts'
import type { HourLine } from '#web/data/queries.ts'
import { duration } from '#web/lib/duration.ts'
import { useKeys } from '#web/lib/keys.ts'
import { useLang } from '#web/lib/language.ts'
import { Refused } from '#web/parts/Failed.tsx'
import { fitting, type HereNow, timesOf } from '#web/parts/hours/shifts.ts'
import { useSignIn, useSignOut } from '#web/parts/hours/signing.ts'
import { useHourWords } from '#web/parts/hours/words.ts'
import { KeepFocus } from '#web/parts/KeepFocus.tsx'
import { say } from '#web/parts/toast-list.ts'
import css from './here.module.css'
import { PersonButton } from './PersonButton.tsx'
import { peopleIn, type Tap } from './people.ts'
import { useHereWords } from './words.ts'

const sections = ['expected', 'here', 'others'] as const

/** Everybody who could come or go now, each a large field: one tap signs them in, or out. */
export function TapNames({ now }: { now: HereNow }) {
  const words = useHereWords()
  const hourWords = useHourWords()
  const me = useMe().data?.member?.id ?? 0
  const colleagues = useColleagues()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const lists = useRef<HTMLDivElement>(null)
  const { tap, refused } = useTapping(() => setTyped(''))
  const shift = now.shifts.find((one) => one.shift === chosen) ?? fitting(now.shifts) ?? now.shifts[0]
  const people = peopleIn(now, colleagues, { typed, me, shift })
  const none = sections.every((section) => people[section].length === 0)
  const step = (by: 1 | -1) => {
    const all = [...(lists.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = all.findIndex((button) => button.matches(':focus'))
    all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
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
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        {shift && now.shifts.length > 1 && (
          <SegmentedControl
            aria-label={words.forShift}
            value={shift.shift}
            onChange={setChosen}
            data={now.shifts.map((one) => ({
              value: one.shift,
              label: `${hourWords.shift(one.shift)} ${timesOf(one)}`,
            }))}
          />
        )}
      </Group>
      <Refused>{refused}</Refused>
      {!shift && <Text>{words.noShift}</Text>}
      <Text role="status" className={css['news'] ?? ''}>
        {typed.trim() !== '' && none && words.nobodyCalled}
      </Text>
      <KeepFocus>
        <div ref={lists} className={css['lists']}>
          {sections
            .filter((section) => people[section].length > 0)
            .map((section) => (
              <section key={section} aria-label={words.sections[section]}>
                <Stack gap={0}>
                  <h2>
                    {words.sections[section]} <span>{people[section].length}</span>
                  </h2>
                  <Text variant="secondary">{words.sectionsAbout[section]}</Text>
                </Stack>
                <ul className={css['people']}>
                  {people[section].map((one) => (
                    <li key={`${one.member} ${one.shift}`}>
                      <PersonButton
                        of={one}
                        picture={colleagues.find(({ id }) => id === one.member)?.avatar ?? ''}
                        onTap={() => tap(one)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        </div>
      </KeepFocus>
    </>
  )
}

/** Signing somebody in or out with one tap, and saying so. */
function useTapping(after: () => void) {
  const words = useHereWords()
  const hourWords = useHourWords()
  const lang = useLang()
  const signIn = useSignIn(({ name, shift }: HourLine) => {
    say(words.signedIn(name, hourWords.shift(shift)))
    after()
  })
  const signOut = useSignOut(({ name, arrival, leaving, minutes }: HourLine) => {
    say(words.signedOut(name, timesOf({ from: arrival, until: leaving }), duration(minutes, lang)))
    after()
  })
  return {
    refused: signOut.rest ?? signIn.rest ?? signIn.at('code'),
    tap({ member, shift, since }: Tap): void {
      signIn.reset()
      signOut.reset()
      if (since === undefined) signIn.run({ member, shift })
      else signOut.run({ member })
    },
  }
}
