import { Alert, SimpleGrid, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { Card } from '#web/components/Card.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import type { ImportView } from '#web/data/queries.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { asksDates, type ImportForm, tableKinds, withColumn, withKind, withSheet } from './import-options.ts'
import { useColumnWords, useImportWords } from './words.ts'

const dateOrders = ['', 'day_first', 'month_first'] as const

interface Props {
  view: ImportView
  options: ImportForm
  change: (options: ImportForm) => void
  name: string
  rename: (name: string) => void
}

export function ReadingOptions({ view, options, change, name, rename }: Props) {
  const words = useImportWords()
  const { kind, format, encoding, sheets, sheet } = view
  return (
    <Card title={words.reading} about={words.readingAbout}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} style={{ alignItems: 'end' }}>
        <SelectField
          label={words.kind}
          description={format === 'xlsx' ? words.isXlsx : words.isCsv(encoding)}
          value={kind}
          data={tableKinds.map((one) => ({ value: one, label: words.kinds[one] }))}
          onChange={(one) => change(withKind(options, one))}
        />
        {sheets.length > 1 && (
          <SelectField
            label={words.sheet}
            value={sheet}
            data={sheets.map((name) => ({ value: name, label: name }))}
            onChange={(value) => change(withSheet(options, value))}
          />
        )}
        {asksDates(view, options) && (
          <SelectField
            label={words.dates}
            description={words.datesAbout}
            value={options.dates ?? ''}
            data={dateOrders.map((one) => ({ value: one, label: words.datesOptions[one] }))}
            onChange={(dates) => change({ ...options, dates })}
          />
        )}
        {kind === 'tickets' && (
          <SelectField
            label={words.unstated}
            description={words.unstatedAbout}
            value={options.unstated ?? 'finished'}
            data={(['finished', 'open'] as const).map((one) => ({ value: one, label: words.unstatedOptions[one] }))}
            onChange={(unstated) => change({ ...options, unstated })}
          />
        )}
        {kind === 'roster' && (
          <TextInput
            label={words.name}
            description={words.nameAbout}
            value={name}
            maxLength={limits.name}
            autoComplete="off"
            onChange={(event) => rename(event.currentTarget.value)}
          />
        )}
      </SimpleGrid>
      <MissingFields view={view} />
      <ColumnMapping
        view={view}
        byHand={options.byHand ?? []}
        change={(at, to) => change(withColumn(options, view, at, to))}
      />
    </Card>
  )
}

function MissingFields({ view: { missing } }: { view: ImportView }) {
  const words = useImportWords()
  const { fields } = useColumnWords()
  if (missing.length === 0) return null
  return (
    <Alert color="yellow" variant="light" role="alert">
      {words.missing(missing.map((field) => fields[field]).join(words.comma))}
    </Alert>
  )
}
