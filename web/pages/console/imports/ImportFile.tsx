import { Stack } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { useErrorText } from '#web/components/action.ts'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { type ChosenFile, type ImportResult, useImportCheck } from './check.ts'
import { ImportDone } from './ImportDone.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import type { ImportForm } from './import-options.ts'
import { ReadingOptions } from './ReadingOptions.tsx'
import { RepeatedRows } from './RepeatedRows.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { ValueMeanings } from './ValueMeanings.tsx'

/** Sending the same file again would fail the same way. */
const isRefused = (error: Error) => error instanceof Failure && (error.status === 400 || error.status === 413)

export function ImportFile({ file }: { file: ChosenFile }) {
  const errorText = useErrorText()
  const [options, setOptions] = useState<ImportForm>({})
  const [name, setName] = useState('')
  const [imported, setImported] = useState<ImportResult>()
  const { view, sent, busy, error, again } = useImportCheck(file, options)
  useUnsaved(!imported && ((options.byHand ?? []).length > 0 || options.values !== undefined))
  if (imported && view) return <ImportDone result={imported} kind={view.kind} file={file.name} />
  return (
    <Stack gap="lg" aria-busy={busy}>
      {error &&
        (isRefused(error) ? <ErrorAlert>{errorText(error)}</ErrorAlert> : <LoadError error={error} retry={again} />)}
      {busy && !view && <UploadProgress sent={sent} file={file} />}
      {view && <ReadingOptions view={view} options={options} change={setOptions} name={name} rename={setName} />}
      {view && <ValueMeanings view={view} options={options} change={setOptions} />}
      {view && <RepeatedRows view={view} options={options} change={setOptions} />}
      {view && (
        <ImportPreview
          view={view}
          file={file}
          options={options}
          name={name}
          stale={busy || error !== null}
          onImported={setImported}
        />
      )}
    </Stack>
  )
}
