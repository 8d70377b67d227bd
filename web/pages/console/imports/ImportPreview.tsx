import { Alert, Badge, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import type { RowFlaw } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { FirstTen } from '#web/components/FirstTen.tsx'
import { Form } from '#web/components/Form.tsx'
import { ScrollTable } from '#web/components/figures/ScrollTable.tsx'
import { invalidate } from '#web/data/api.ts'
import type { ImportView } from '#web/data/queries.ts'
import { sendForm } from '#web/data/upload.ts'
import type { ChosenFile, ImportResult } from './check.ts'
import { type ImportForm, importableRows, optionFieldsOf, shownFields } from './import-options.ts'
import css from './imports.module.css'
import { UploadProgress } from './UploadProgress.tsx'
import { useColumnWords, useImportWords } from './words.ts'

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
    <>
      <Card title={words.outcome}>
        <RowCounts view={view} stale={stale} />
        {forgotten > 0 && <Text>{words.forgotten(forgotten)}</Text>}
        <FirstRows view={view} />
        <RowDoubts doubts={view.doubts} />
        {take === '' && missing.length === 0 && (
          <Text>{known > 0 && refused === 0 ? words.allKnown : words.nothing}</Text>
        )}
        {take === 'good' && (
          <Alert color="yellow" variant="light">
            {words.refusedAbout(refused)}
          </Alert>
        )}
        {take !== '' && <Text size="sm">{words.promise[view.kind]}</Text>}
      </Card>
      {take !== '' && (
        <Paper className={css['bar'] ?? ''} withBorder shadow="md" p="sm">
          <Form
            action={{ busy: run.busy || stale, formError: run.formError }}
            submit={take === 'all' ? words.importAll(good) : words.importGood(good)}
            onSubmit={() => stale || run.submit()}
          >
            {run.busy && <UploadProgress sent={sent} file={file} done={words.importing} />}
          </Form>
        </Paper>
      )}
    </>
  )
}

function RowCounts({ view, stale }: { view: ImportView; stale: boolean }) {
  const words = useImportWords()
  return (
    <>
      <ul className={css['counts']} data-stale={stale}>
        {(['good', 'known', 'repeated', 'refused'] as const).map((one) =>
          one === 'repeated' && view.repeated === 0 ? null : (
            <li key={one} data-count={one} data-some={view[one] > 0}>
              <strong>{view[one]}</strong>
              <span className={css['label']}>{words.counts[one]}</span>
            </li>
          ),
        )}
      </ul>
      <VisuallyHidden role="status">
        {!stale && words.counts.sentence(view.good, view.known, view.refused)}
      </VisuallyHidden>
    </>
  )
}

function FirstRows({ view }: { view: ImportView }) {
  const words = useImportWords()
  const { fields: names } = useColumnWords()
  const id = useId()
  const fields = shownFields(view)
  if (view.preview.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5" id={id}>
        {words.preview(view.preview.length)}
      </Title>
      <ScrollTable
        height={420}
        aria-labelledby={id}
        className={css['preview'] ?? ''}
        heads={[words.row, ...fields.map((field) => names[field])]}
        rows={view.preview.map(({ row, values }) => ({
          key: row,
          name: row,
          cells: fields.map((field) => values[field]),
        }))}
      />
    </Stack>
  )
}

/** For these problems the rest of the cell is imported. */
const parts: ReadonlySet<RowFlaw> = new Set(['cut_off', 'stray_characters'])

function RowDoubts({ doubts }: Pick<ImportView, 'doubts'>) {
  const words = useImportWords()
  const { fields, flawText } = useColumnWords()
  const kept = doubts.filter(({ refused }) => refused).length
  const isCut = Math.max(kept, doubts.length - kept) >= limits.importDoubts
  if (doubts.length === 0) return null
  return (
    <Stack gap="xs">
      <div>
        <Title order={3} size="h5">
          {words.doubts}
        </Title>
        <Text variant="secondary">{isCut ? words.firstDoubts(doubts.length) : words.doubtsAbout(doubts.length)}</Text>
      </div>
      <FirstTen showAll={words.allDoubts(doubts.length)}>
        {doubts.map(({ row, others, field, value, flaw, refused }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: every check brings all of them anew
          <Group key={i} gap="4px 12px" align="baseline">
            <span className={css['place']}>{words.rowNumber(row, others)}</span>
            <span className={css['reason']}>
              {field !== '' && <strong>{fields[field]}: </strong>}
              {flawText(value, flaw)}
            </span>
            <Badge color={refused ? 'red' : 'yellow'}>
              {refused ? words.rowStaysOut : parts.has(flaw) ? words.partStaysOut : words.cellStaysOut}
            </Badge>
          </Group>
        ))}
      </FirstTen>
    </Stack>
  )
}
