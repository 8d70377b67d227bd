import { Alert, Button, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { type Lang, langs, languages } from '#contract/languages.ts'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { freshVisitorDraft, isEmptyVisitorDraft, isUnreachable } from '#web/components/intake/draft.ts'
import { FiledReceipt } from '#web/components/intake/FiledReceipt.tsx'
import { AccessoryFields, DeviceFields, VisitorContactFields } from '#web/components/intake/IntakeFields.tsx'
import { type FiledVisitor, useIntake } from '#web/components/intake/intake.ts'
import { LogOutButton } from '#web/components/LogOutButton.tsx'
import { PaperChoice } from '#web/components/print/PaperChoice.tsx'
import { useWords } from '#web/components/words.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { useKnownTeam } from '#web/data/known-team.ts'
import { queries } from '#web/data/queries.ts'
import { useSending } from '#web/data/sending.ts'
import { forgetSessionInAllTabs, revokeSession } from '#web/data/tabs.ts'
import { useWaitingCount } from '#web/data/waiting.ts'
import { useWorker } from '#web/data/worker.ts'
import { useKioskSecret } from '#web/lib/kiosk-secret.ts'
import { language, useLang } from '#web/lib/language.ts'
import { Countdown } from './Countdown.tsx'
import css from './kiosk.module.css'
import { useKioskWords } from './words.ts'

/** A self-service page on a tablet. It links nowhere and shows no personal data. */
export function Kiosk() {
  useWorker()
  useSending()
  useKnownTeam()
  const words = useKioskWords()
  const secret = useKioskSecret()
  const me = useMe()
  const info = useQuery({ ...queries.kiosk.info(secret ?? ''), enabled: secret !== undefined })
  // Offline the kiosk counts as open.
  const closed = secret === undefined || (info.error instanceof Failure && info.error.code === 'kiosk_closed')
  return (
    <Frame>
      {me.data ? <LoggedIn /> : closed ? <Notice title={words.closed} about={words.closedAbout} /> : <Registration />}
    </Frame>
  )
}

/** One visitor after another. Each gets a fresh form in the kiosk's original language. */
function Registration() {
  const [round, setRound] = useState(0)
  const [filed, setFiled] = useState<FiledVisitor>()
  const [home] = useState(language.current)
  const next = () => {
    language.choose(home)
    setFiled(undefined)
    setRound(round + 1)
    window.scrollTo(0, 0)
  }
  if (filed) return <KioskDone key={filed.seq} filed={filed} next={next} />
  return <KioskForm key={round} home={home} after={setFiled} again={next} />
}

function Frame({ children }: { children: ReactNode }) {
  const { appName, language: label } = useWords()
  const words = useKioskWords()
  const team = useTeam()
  const lang = useLang()
  const count = useWaitingCount()
  const name = team.data?.name || appName
  useDocumentTitle(`${words.title} · ${name}`)
  return (
    <div className={css['kiosk']}>
      <header className={css['header']}>
        <span className={css['team']}>
          <img src="/icon.svg" width={36} height={36} alt="" />
          {name}
        </span>
        <fieldset className={css['languages']} aria-label={label}>
          {langs.map((one) => (
            <Button
              key={one}
              size="lg"
              variant={one === lang ? 'filled' : 'default'}
              aria-pressed={one === lang}
              lang={languages[one].tag}
              onClick={() => language.choose(one)}
            >
              {languages[one].name}
            </Button>
          ))}
        </fieldset>
      </header>
      <main className={css['main']}>{children}</main>
      <p className={css['footer']} role="status">
        {count > 0 && words.waits(count)}
      </p>
    </div>
  )
}

function Notice({ title, about, children }: { title: string; about: string; children?: ReactNode }) {
  return (
    <Stack align="center" ta="center" py={64}>
      <Title order={1} size="h1">
        {title}
      </Title>
      <Text size="lg">{about}</Text>
      {children}
    </Stack>
  )
}

/** A logged-in member would leave their session to the visitors. */
function LoggedIn() {
  const words = useKioskWords()
  const out = useAction({ work: revokeSession, onSuccess: forgetSessionInAllTabs })
  return (
    <Notice title={words.loggedIn} about={words.loggedInAbout}>
      <ErrorAlert>{out.formError}</ErrorAlert>
      <LogOutButton action={out} variant="filled">
        {words.logOut}
      </LogOutButton>
    </Notice>
  )
}

function KioskDone({ filed, next }: { filed: FiledVisitor; next: () => void }) {
  const words = useKioskWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h1" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {words.done}
        </Title>
        <Text size="lg">{words.doneAbout}</Text>
      </div>
      <FiledReceipt of={filed} />
      <Button size="xl" fullWidth onClick={next}>
        {words.finish}
      </Button>
      {/* Members set the printer here; the kiosk has no other page for it. */}
      <PaperChoice />
      <Countdown text={words.ends} leave={next} />
    </Stack>
  )
}

const fresh = freshVisitorDraft({ kind: 0, queue: true })

interface Props {
  home: Lang
  after: (filed: FiledVisitor) => void
  again: () => void
}

function KioskForm({ home, after, again }: Props) {
  const words = useKioskWords()
  const lang = useLang()
  const [draft, change] = useState(fresh)
  const { action, asks, send } = useIntake({ by: 'kiosk', after })
  const unreachable = asks && isUnreachable(draft)
  const typing = { action, draft, change }
  const touched = !isEmptyVisitorDraft(draft) || draft.kind !== fresh.kind || lang !== home
  return (
    <form
      className={css['form']}
      noValidate
      autoComplete="off"
      onKeyDown={goOnWithEnter}
      onSubmit={(event) => {
        event.preventDefault()
        send(draft)
      }}
    >
      <Stack gap="lg">
        <div>
          <Title order={1} size="h1">
            {words.title}
          </Title>
          <Text size="lg">{words.about}</Text>
        </div>
        <DeviceFields {...typing} />
        <AccessoryFields {...typing} />
        <Stack gap="xs">
          <Text>{words.contactAbout}</Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
            <VisitorContactFields {...typing} />
          </SimpleGrid>
        </Stack>
        {unreachable && <Alert role="alert">{words.unreachable}</Alert>}
        <ErrorAlert>{action.formError}</ErrorAlert>
        <Button type="submit" size="xl" fullWidth loading={action.busy}>
          {unreachable ? words.registerAnyway : words.register}
        </Button>
      </Stack>
      {touched && !action.busy && <Countdown text={words.forgets} leave={again} />}
    </form>
  )
}

/** Enter on a tablet's keyboard moves to the next field instead of submitting. */
function goOnWithEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, textarea, button[type=submit]')]
  fields[fields.indexOf(target) + 1]?.focus()
}
