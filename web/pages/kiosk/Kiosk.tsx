import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import type { FiledVisitor } from '#web/components/intake/intake.ts'
import { LogOutButton } from '#web/components/LogOutButton.tsx'
import { takePaper } from '#web/components/print/paper.ts'
import { StrongContrast } from '#web/components/StrongContrast.tsx'
import { useMe } from '#web/data/hooks.ts'
import { useKnownTeam } from '#web/data/known-team.ts'
import { queries } from '#web/data/queries.ts'
import { useSendOfflineVisitors } from '#web/data/send-offline-visitors.ts'
import { forgetSessionInAllTabs, revokeSession } from '#web/data/tabs.ts'
import { useWorker } from '#web/data/worker.ts'
import { useKioskSecret } from '#web/lib/kiosk-secret.ts'
import { language } from '#web/lib/language.ts'
import { KioskDone } from './KioskDone.tsx'
import { KioskForm } from './KioskForm.tsx'
import { KioskFrame } from './KioskFrame.tsx'
import { useKioskWords } from './words.ts'

takePaper()

/** A self-service page on a tablet. It links nowhere and shows no personal data. */
export function Kiosk() {
  useWorker()
  useSendOfflineVisitors()
  useKnownTeam()
  const words = useKioskWords()
  const secret = useKioskSecret()
  const me = useMe()
  const info = useQuery({ ...queries.kiosk.info(secret ?? ''), enabled: secret !== undefined })
  // Offline the kiosk counts as open.
  const closed = secret === undefined || (info.error instanceof Failure && info.error.code === 'kiosk_closed')
  return (
    <StrongContrast>
      <KioskFrame>
        {me.data ? <LoggedIn /> : closed ? <Notice title={words.closed} about={words.closedAbout} /> : <Registration />}
      </KioskFrame>
    </StrongContrast>
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
