import { Alert, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Form } from '#web/components/Form.tsx'
import { invalidate } from '#web/data/api.ts'
import type { ImportView } from '#web/data/queries.ts'
import { sendForm } from '#web/data/upload.ts'
import type { ChosenFile, ImportResult } from './check.ts'
import { FirstRows } from './FirstRows.tsx'
import { type ImportForm, importableRows, optionFieldsOf } from './import-options.ts'
import css from './imports.module.css'
import { RowDoubts } from './RowDoubts.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useImportWords } from './words.ts'

interface Props {
  view: ImportView
  file: ChosenFile
  options: ImportForm
  name: string
  /** True while the file is checked again. */
  stale: boolean
  onImported: (imported: ImportResult) => void
}

export function ImportPreview({ view, file, options, name, stale, onImported }: Props) {
  const words = useImportWords()
  const [sent, setSent] = useState(0)
  const take = importableRows(view)
  const run = useAction({
    work: () => {
      // Send the recognised columns too, so that the service imports what the preview shows.
      const columns = view.columns.map(({ field }) => field)
      const form = {
        ...optionFieldsOf({ ...options, kind: view.kind, columns }),
        ...(take && { take }),
        ...(name && { name }),
      }
      const never = new AbortController().signal
      return sendForm<ImportResult>('/admin/import/run', { ...form, file: file.bytes }, setSent, never)
    },
    onSuccess: (imported) => {
      onImported(imported)
      return invalidate('imports', 'tickets', 'statistics', 'members', 'colleagues', 'rosters', 'log', 'impact')
    },
  })
  const { good, known, refused, missing, forgotten } = view
  return (
    <Card title={words.outcome}>
      <RowCounts view={view} stale={stale} />
      {forgotten > 0 && <Text>{words.forgotten(forgotten)}</Text>}
      <FirstRows view={view} />
      <RowDoubts doubts={view.doubts} />
      {take === '' ? (
        missing.length === 0 && <Text>{known > 0 && refused === 0 ? words.allKnown : words.nothing}</Text>
      ) : (
        <Form
          action={{ busy: run.busy || stale, formError: run.formError }}
          submit={take === 'all' ? words.importAll(good) : words.importGood(good)}
          onSubmit={() => stale || run.submit()}
        >
          {take === 'good' && (
            <Alert color="yellow" variant="light">
              {words.refusedAbout(refused)}
            </Alert>
          )}
          {run.busy ? (
            <UploadProgress sent={sent} file={file} done={words.importing} />
          ) : (
            <Text size="sm">{words.promise}</Text>
          )}
        </Form>
      )}
    </Card>
  )
}

function RowCounts({ view, stale }: { view: ImportView; stale: boolean }) {
  const words = useImportWords()
  return (
    <>
      <ul className={css['counts']} data-stale={stale}>
        {(['good', 'known', 'refused'] as const).map((one) => (
          <li key={one} data-count={one} data-some={view[one] > 0}>
            <strong>{view[one]}</strong>
            <span className={css['label']}>{words.counts[one]}</span>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">
        {!stale && words.counts.sentence(view.good, view.known, view.refused)}
      </VisuallyHidden>
    </>
  )
}
