import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { AddressQr } from '#web/components/AddressQr.tsx'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { PaperChoice } from '#web/components/print/PaperChoice.tsx'
import { paperQuery, useAtOnce, usePaper } from '#web/components/print/paper.ts'
import { useWords } from '#web/components/words.ts'
import { api } from '#web/data/api.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useWaitingCount } from '#web/data/offline-visitors.ts'
import { forgetSessionInAllTabs, revokeSession } from '#web/data/tabs.ts'
import { addressWith } from '#web/lib/carried-code.ts'
import { kioskSecret } from '#web/lib/kiosk-secret.ts'
import { timeOfDay } from '#web/lib/time.ts'
import { useCounterWords } from './words.ts'

export function OpenKiosk() {
  const words = useCounterWords()
  const [kiosk, setKiosk] = useState<{ kiosk: string; until: string }>()
  const open = useAction({ work: () => api.counter.kiosk(), onSuccess: setKiosk })
  return (
    <Stack gap="xs" align="flex-start">
      <ActionButton action={open} variant="default">
        {words.kiosk}
      </ActionButton>
      <ErrorAlert>{open.formError}</ErrorAlert>
      {kiosk && <KioskDialog secret={kiosk.kiosk} until={kiosk.until} onClose={() => setKiosk(undefined)} />}
    </Stack>
  )
}

function KioskDialog({ secret, until, onClose }: { secret: string; until: string; onClose: () => void }) {
  const { close } = useWords()
  const words = useCounterWords()
  const team = useTeam()
  const dialog = useRef<HTMLDialogElement>(null)
  const page = (team.data?.url || location.origin) + pages.kiosk
  const address = addressWith(page + paperQuery(usePaper(), useAtOnce()), secret)
  return (
    <Dialog ref={dialog} width="32rem" aria-label={words.kioskTitle} onClose={onClose}>
      <Stack align="center">
        <Title>{words.kioskTitle}</Title>
        <Text ta="center">{words.kioskAbout(timeOfDay(until))}</Text>
        <AddressQr page={page} address={address} label={words.kioskCode} size={240} />
        <Stack gap={4} align="center">
          <Text>{words.kioskPaper}</Text>
          <PaperChoice />
        </Stack>
        <Group justify="center">
          <Button onClick={() => dialog.current?.close()} autoFocus>
            {close}
          </Button>
          <CopyButton text={address} />
        </Group>
        <KioskActions secret={secret} close={() => dialog.current?.close()} />
      </Stack>
    </Dialog>
  )
}

function KioskActions({ secret, close }: { secret: string; close: () => void }) {
  const words = useCounterWords()
  const count = useWaitingCount()
  const [, go] = useLocation()
  const here = useAction({
    work: revokeSession,
    onSuccess: () => {
      forgetSessionInAllTabs()
      kioskSecret.set(secret)
      // Replace the entry, so that "back" does not lead to the member's pages.
      go(pages.kiosk, { replace: true })
    },
  })
  const end = useAction({
    work: () => api.counter.closeKiosks(),
    toast: words.closed,
    onSuccess: () => close(),
  })
  return (
    <>
      <ErrorAlert>{here.formError ?? end.formError}</ErrorAlert>
      <Group justify="center">
        <ConfirmButton
          label={words.here}
          action={here}
          color="teal"
          tone="teal"
          question={count > 0 ? words.hereLoses(count) : words.hereQuestion}
        />
        <ConfirmButton label={words.closeKiosks} action={end} />
      </Group>
    </>
  )
}
