import { Alert, Button, SimpleGrid, Stack } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { tagIn } from '#client/scan.ts'
import { limits } from '#contract/limits.ts'
import { useLocalPhotos } from '#web/components/camera/local-photos.ts'
import { TakePhotos } from '#web/components/camera/TakePhotos.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, fieldsOf } from '#web/components/Form.tsx'
import {
  freshVisitorDraft,
  isEmptyVisitorDraft,
  isUnreachable,
  type VisitorDraft,
  visitorDraftOf,
} from '#web/components/intake/draft.ts'
import { AccessoryFields, DeviceFields, VisitorContactFields } from '#web/components/intake/IntakeFields.tsx'
import { type FiledVisitor, useIntake } from '#web/components/intake/intake.ts'
import { PlainForm } from '#web/components/PlainForm.tsx'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { ScanButton } from '#web/components/scan/ScanButton.tsx'
import { useScanWords } from '#web/components/scan/words.ts'
import type { WaitingVisitor } from '#web/data/offline-visitors.ts'
import { useLateFocus } from '#web/lib/late-focus.ts'
import { storedDraft, storedText } from '#web/lib/stored-text.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import css from './counter.module.css'
import { useCounterWords } from './words.ts'

// Keeps the last kind and whether visitors queue; no personal data.
const lastChoice = storedText(localStorage, 'fettle.counter')
const typed = storedDraft(sessionStorage, 'counter')

const parsed = <T,>(text: string | undefined): T | undefined => (text === undefined ? undefined : JSON.parse(text))
const fresh = () =>
  freshVisitorDraft(parsed<Pick<VisitorDraft, 'kind' | 'queue'>>(lastChoice.get()) ?? { kind: 0, queue: true })

interface Props {
  mending: WaitingVisitor | undefined
  after: (filed: FiledVisitor) => void
}

function useCounterForm({ mending, after }: Props) {
  const [draft, setDraft] = useState(() =>
    mending ? visitorDraftOf(mending.wish) : (parsed<VisitorDraft>(typed.get()) ?? fresh()),
  )
  const photos = useLocalPhotos(mending?.photos)
  const { action, asks, send } = useIntake({
    by: 'counter',
    mending,
    photos: () => photos.files,
    after: (filed) => {
      if (!mending) typed.set(undefined)
      lastChoice.set(JSON.stringify({ kind: draft.kind, queue: draft.queue }))
      after(filed)
    },
  })
  const change = (next: VisitorDraft) => {
    setDraft(next)
    if (!mending) typed.set(isEmptyVisitorDraft(next) ? undefined : JSON.stringify(next))
  }
  useUnsaved(!action.busy && !action.done && (!isEmptyVisitorDraft(draft) || photos.files.length > 0))
  return { draft, change, photos, action, send, unreachable: asks && isUnreachable(draft) }
}

export function CounterForm(props: Props) {
  const words = useCounterWords()
  const { noTag } = useScanWords()
  const { draft, change, photos, action, send, unreachable } = useCounterForm(props)
  const form = useLateFocus<HTMLFormElement>('input:checked')
  useEffect(() => {
    if (unreachable) form.current?.querySelector<HTMLInputElement>('input[name=phone]')?.focus()
  }, [unreachable, form])
  const typing = { action, draft, change }
  const field = fieldsOf(action, draft, change)
  return (
    <PlainForm ref={form} autoComplete="off" onKeyDown={fileWithEnter} onSubmit={() => send(draft)}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={40} verticalSpacing={20}>
        <Stack gap={16} miw={0}>
          <DeviceFields {...typing} model />
          <AccessoryFields {...typing} />
        </Stack>
        <Stack gap={16} miw={0}>
          <div className={css['contact']}>
            <VisitorContactFields {...typing} />
          </div>
          {unreachable && <Alert role="alert">{words.unreachable}</Alert>}
          <div className={css['pair']}>
            <Field {...field('shelf')} autoComplete="off" maxLength={limits.shelf} />
            <div className={css['tag']}>
              <Field {...field('tag')} autoComplete="off" maxLength={limits.search} />
              <ScanButton
                title={words.scanTag}
                wrong={(text) => (tagIn(text) === undefined ? noTag : undefined)}
                onScan={(text) => change({ ...draft, tag: `T${tagIn(text)}` })}
              />
            </div>
          </div>
          <SwitchField
            label={words.queue}
            about={words.queueAbout}
            checked={draft.queue}
            onChange={(checked) => change({ ...draft, queue: checked })}
          />
          <TakePhotos of={photos} />
          <ErrorAlert>{action.formError}</ErrorAlert>
          <Button type="submit" size="md" fullWidth loading={action.busy}>
            {unreachable ? words.fileAnyway : words.file}
          </Button>
        </Stack>
      </SimpleGrid>
    </PlainForm>
  )
}

/** Enter submits from everywhere but buttons; in a textarea Shift+Enter inserts a new line. */
function fileWithEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, shiftKey, target, currentTarget } = event
  // While composing Chinese, Enter accepts a suggestion.
  if (key !== 'Enter' || shiftKey || event.nativeEvent.isComposing || !(target instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  currentTarget.requestSubmit()
}
