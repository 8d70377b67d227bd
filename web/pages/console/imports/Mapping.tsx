import { Stack } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { useErrorText } from '#web/components/action.ts'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { type ChosenFile, type Imported, useCheck } from './check.ts'
import { Outcome } from './Outcome.tsx'
import { Reading } from './Reading.tsx'
import { Sending } from './Sending.tsx'
import { Verdict } from './Verdict.tsx'
import type { Wish } from './wish.ts'

/** Something is wrong with the file, and will be as wrong the next time. */
const isRefused = (error: Error) => error instanceof Failure && (error.status === 400 || error.status === 413)

/** How a file is read, what would come of it, and, once it is imported, what did. */
export function Mapping({ file }: { file: ChosenFile }) {
  const told = useErrorText()
  const [wish, setWish] = useState<Wish>({})
  const [name, setName] = useState('')
  const [imported, setImported] = useState<Imported>()
  const { view, sent, busy, error, again } = useCheck(file, wish)
  useUnsaved(!imported && (wish.byHand ?? []).length > 0)
  if (imported && view) return <Outcome of={imported} kind={view.kind} file={file.name} />
  return (
    <Stack gap="lg" aria-busy={busy}>
      {error && (isRefused(error) ? <ErrorAlert>{told(error)}</ErrorAlert> : <LoadError error={error} retry={again} />)}
      {busy && !view && <Sending part={sent} of={file} />}
      {view && <Reading view={view} wish={wish} change={setWish} name={name} rename={setName} />}
      {view && (
        <Verdict
          view={view}
          file={file}
          wish={wish}
          name={name}
          stale={busy || error !== null}
          onImported={setImported}
        />
      )}
    </Stack>
  )
}
