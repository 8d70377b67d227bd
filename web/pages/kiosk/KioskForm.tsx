import { Alert, Button, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { type Lang, langs, languages } from '#contract/languages.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { freshVisitorDraft, isEmptyVisitorDraft, isUnreachable } from '#web/components/intake/draft.ts'
import { AccessoryFields, DeviceFields, VisitorContactFields } from '#web/components/intake/IntakeFields.tsx'
import { type FiledVisitor, useIntake } from '#web/components/intake/intake.ts'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { Countdown } from './Countdown.tsx'
import css from './kiosk.module.css'
import { kioskWords, useKioskWords } from './words.ts'

const fresh = freshVisitorDraft({ kind: 0, queue: true })

interface Props {
  home: Lang
  after: (filed: FiledVisitor) => void
  again: () => void
}

export function KioskForm({ home, after, again }: Props) {
  const words = useKioskWords()
  const lang = useLang()
  const [draft, change] = useState(fresh)
  const { action, asks, send } = useIntake({ by: 'kiosk', after })
  const unreachable = asks && isUnreachable(draft)
  const typing = { action, draft, change }
  const touched = !isEmptyVisitorDraft(draft) || draft.kind !== fresh.kind || lang !== home
  return (
    <PlainForm className={css['form']} autoComplete="off" onKeyDown={goOnWithEnter} onSubmit={() => send(draft)}>
      <Welcome />
      <div className={css['fields']}>
        <Stack gap="md">
          <DeviceFields {...typing} />
        </Stack>
        <Stack gap="md">
          <AccessoryFields {...typing} />
          <Stack gap="xs">
            {unreachable ? (
              <Alert role="alert" p="sm">
                {words.unreachable}
              </Alert>
            ) : (
              <Text fw={600} size="lg">
                {words.contactAbout}
              </Text>
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" className={css['contact'] ?? ''}>
              <VisitorContactFields {...typing} />
            </SimpleGrid>
          </Stack>
        </Stack>
      </div>
      <Stack gap="xs" mt="xs">
        <ErrorAlert>{action.formError}</ErrorAlert>
        <Button type="submit" size="xl" fullWidth loading={action.busy}>
          {unreachable ? words.registerAnyway : words.register}
        </Button>
      </Stack>
      {touched && !action.busy && <Countdown text={words.forgets} leave={again} />}
    </PlainForm>
  )
}

/** In every language, because the visitor has not chosen one yet. */
function Welcome() {
  const lang = useLang()
  const words = useKioskWords()
  const waiting = useQuery(queries.board.info()).data?.queue.waiting
  return (
    <div className={css['welcome']}>
      <Title order={1} size="h1">
        {words.welcome}
      </Title>
      <p>{words.about}</p>
      {langs
        .filter((one) => one !== lang)
        .map((one) => (
          <p key={one} lang={languages[one].tag}>
            <b>{kioskWords(one).welcome}</b> · {kioskWords(one).about}
          </p>
        ))}
      {waiting !== undefined && <p className={css['queue']}>{words.waiting(waiting)}</p>}
    </div>
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
