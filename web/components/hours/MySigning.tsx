import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { boardCodeIn } from '#client/code.ts'
import { duration } from '#client/duration.ts'
import {
  type HereNow,
  type OpenShift,
  othersOnShift,
  type PresentMember,
  shiftProgress,
  shiftToSignIn,
  timesOf,
} from '#client/shift-sign-in.ts'
import { pages } from '#contract/team/pages.ts'
import type { Action } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { useClock, useMe } from '#web/data/hooks.ts'
import type { HourLine } from '#web/data/queries.ts'
import { keepBoardCode, useBoardCode } from '#web/lib/board-code.ts'
import { useLang } from '#web/lib/language.ts'
import { timeOfDay } from '#web/lib/time.ts'
import css from './hours.module.css'
import { type SignInput, useSignIn, useSignOut } from './signing.ts'
import { useHourWords } from './words.ts'

/**
 * A member who comes with the code of the board is signed in at once if one shift fits. Signing out, and moving to
 * another shift, always need a button. `brief` links to the page for signing in.
 */
export function MySigning({ now, brief = false }: { now: HereNow; brief?: boolean }) {
  const words = useHourWords()
  const me = useMe().data?.member?.id
  const { code } = useBoardCode()
  const [ended, setEnded] = useState<HourLine>()
  // Kept here because the form disappears while the request runs.
  const [typed, setTyped] = useState('')
  const signIn = useSignIn(() => {
    setEnded(undefined)
    setTyped('')
  })
  const signOut = useSignOut(setEnded)
  const present = now.here.find(({ member }) => member === me)
  const shiftToJoin = present ? undefined : shiftToSignIn(now.shifts)?.shift
  const signInto = useEffectEvent((shift: string) => signIn.submit({ code, shift }))
  useEffect(() => {
    if (code !== undefined && shiftToJoin !== undefined) signInto(shiftToJoin)
  }, [code, shiftToJoin])
  const state = signIn.busy ? 'signingIn' : present ? 'isIn' : ended ? 'outNow' : now.shifts[0] ? 'isOut' : 'noShift'
  const signing = { now, code, signIn }
  return (
    <KeepFocus>
      <Stack>
        <SigningHead state={state} />
        {!signIn.busy && present && <SignedIn {...signing} present={present} signOut={signOut} />}
        {state === 'outNow' && ended && <SignedOut line={ended} />}
        {state === 'isOut' && !brief && <SignInForm {...signing} typed={typed} onText={setTyped} />}
        {state === 'isOut' && brief && (
          <Group>
            <LinkButton href={pages.signShift} variant="filled" leftSection={<Icon name="enter" size={18} />}>
              {words.signIn}
            </LinkButton>
          </Group>
        )}
        {state === 'noShift' && !brief && <NoShift />}
      </Stack>
    </KeepFocus>
  )
}

function SigningHead({ state }: { state: 'signingIn' | 'isIn' | 'outNow' | 'isOut' | 'noShift' }) {
  const words = useHourWords()
  const done = state === 'isIn' || state === 'outNow'
  return (
    <div className={css['head']} data-done={done} role="status">
      <span>{state === 'signingIn' ? <Loader size="sm" /> : <Icon name={done ? 'check' : 'clock'} size={22} />}</span>
      <strong>{words[state]}</strong>
    </div>
  )
}

interface SignInProps {
  now: HereNow
  code: string | undefined
  signIn: Action<SignInput>
}

interface SignedInProps extends SignInProps {
  present: PresentMember
  signOut: Action<SignInput>
}

function SignedIn({ present, now, code, signIn, signOut }: SignedInProps) {
  const words = useHourWords()
  const running = now.shifts.find(({ shift }) => shift === present.shift)
  const others = now.shifts.filter(({ shift }) => shift !== present.shift)
  const names = othersOnShift(now.here, present).join(words.names)
  const maySignIn = code !== undefined || now.desk
  return (
    <>
      <Stack gap={4}>
        <Text fw={600}>
          {[words.shift(present.shift), running && timesOf(running), words.since(timeOfDay(present.since))]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {running ? <ShiftProgress shift={running} /> : <Text>{words.over}</Text>}
        <Text variant="secondary">{names ? words.with(names) : words.alone}</Text>
      </Stack>
      <ErrorAlert>{signOut.formError ?? signIn.formError ?? signIn.errorOf('code')}</ErrorAlert>
      <Group>
        <Button
          variant={running ? 'default' : 'filled'}
          leftSection={<Icon name="leave" size={18} />}
          loading={signOut.busy}
          onClick={() => signOut.submit({ code })}
        >
          {words.signOut}
        </Button>
        {maySignIn &&
          others.map(({ shift }) => (
            <Button key={shift} variant="default" onClick={() => signIn.submit({ code, shift })}>
              {words.goOnWith(words.shift(shift))}
            </Button>
          ))}
      </Group>
      <div>
        <Text variant="secondary">{code === undefined ? words.outAnywhere : words.outWithCode}</Text>
        {maySignIn && others.length > 0 && <Text variant="secondary">{words.goOnAbout}</Text>}
      </div>
    </>
  )
}

function ShiftProgress({ shift }: { shift: OpenShift }) {
  const words = useHourWords()
  const lang = useLang()
  const clock = useClock()
  if (!clock) return null
  const place = shiftProgress(shift, clock)
  if ('before' in place) return <Text>{words.begins(timeOfDay(shift.from), duration(place.before, lang))}</Text>
  return (
    <>
      <div className={css['bar']} aria-hidden="true">
        <span className={css['over']} style={{ inlineSize: `${place.percent}%` }} />
      </div>
      <Text>{words.left(timeOfDay(shift.until), duration(place.left, lang))}</Text>
    </>
  )
}

function SignedOut({ line: { shift, arrival, leaving, minutes } }: { line: HourLine }) {
  const words = useHourWords()
  const lang = useLang()
  const times = timesOf({ from: arrival, until: leaving })
  return <Text>{words.thanks(words.shift(shift), times, duration(minutes, lang))}</Text>
}

function NoShift() {
  const words = useHourWords()
  return (
    <>
      <Text variant="secondary">{words.noShiftAbout}</Text>
      <Group>
        <LinkButton href={`${pages.desk}/hours?work`}>{words.otherWork}</LinkButton>
      </Group>
    </>
  )
}

/** Offers the shifts, or asks for the code if one is needed. */
function SignInForm({ now, code, signIn, ...form }: SignInProps & Pick<BoardCodeFormProps, 'typed' | 'onText'>) {
  const words = useHourWords()
  const { old } = useBoardCode()
  if (code === undefined && !now.desk)
    return (
      <>
        {old && <Text>{words.old}</Text>}
        <BoardCodeForm action={signIn} {...form} />
      </>
    )
  return (
    <>
      <ErrorAlert>{signIn.formError ?? signIn.errorOf('code')}</ErrorAlert>
      <div className={css['shifts']}>
        {now.shifts.map((one) => (
          <button key={one.shift} type="button" onClick={() => signIn.submit({ code, shift: one.shift })}>
            <strong>{words.signInFor(words.shift(one.shift))}</strong>
            <span>{[timesOf(one), one.mine && words.yours].filter(Boolean).join(' · ')}</span>
          </button>
        ))}
      </div>
    </>
  )
}

interface BoardCodeFormProps {
  action: Action<SignInput>
  typed: string
  onText: (text: string) => void
}

function BoardCodeForm({ action, typed, onText }: BoardCodeFormProps) {
  const words = useHourWords()
  const [flaw, setFlaw] = useState<string>()
  const take = (text: string) => {
    const code = boardCodeIn(text)
    if (code !== undefined) keepBoardCode(code)
    return code === undefined ? words.noCode : undefined
  }
  return (
    <Form action={action} submit={words.signIn} onSubmit={() => setFlaw(take(typed))}>
      <ScanButton
        title={words.scan}
        hand={{ label: words.code, about: words.codeAbout }}
        wrong={(text) => (boardCodeIn(text) ? undefined : words.noCode)}
        onScan={take}
        mr="auto"
      >
        {words.scan}
      </ScanButton>
      <Field
        action={{ label: action.label, errorOf: (field) => flaw ?? action.errorOf(field) }}
        name="code"
        value={typed}
        onText={onText}
        about={words.codeAbout}
        autoComplete="off"
      />
    </Form>
  )
}
