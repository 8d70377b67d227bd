import { Alert, Badge, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { ImportField } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import { Card } from '#web/components/Card.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import type { ImportView } from '#web/data/queries.ts'
import {
  asksDates,
  type ColumnField,
  type FieldGroup,
  fieldGroups,
  fieldsOfKind,
  type ImportForm,
  tableKinds,
  withColumn,
  withKind,
  withSheet,
} from './import-options.ts'
import css from './imports.module.css'
import { useColumnWords, useImportWords } from './words.ts'

const dateOrders = ['', 'day_first', 'month_first'] as const

interface ReadingOptionsProps {
  view: ImportView
  options: ImportForm
  change: (options: ImportForm) => void
  name: string
  rename: (name: string) => void
}

export function ReadingOptions({ view, options, change, name, rename }: ReadingOptionsProps) {
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
        // Another kind of table or sheet has other columns, which may lack something.
        key={`${kind} ${sheet}`}
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

interface ColumnMappingProps {
  view: Pick<ImportView, 'kind' | 'columns' | 'missing'>
  byHand: readonly number[]
  change: (at: number, to: ColumnField) => void
}

/** Folded if the table can be imported as it was recognised: what the values become is more important then. */
function ColumnMapping({ view: { kind, columns, missing }, byHand, change }: ColumnMappingProps) {
  const words = useImportWords()
  const { fields: names } = useColumnWords()
  const [open, setOpen] = useState(missing.length > 0)
  const nameOf = (heading: string, at: number) => heading || words.noHeading(at + 1)
  const out = columns.flatMap(({ heading, field }, i) => (field === '' ? [nameOf(heading, i)] : []))
  const options = [
    { value: '', label: words.leftOut },
    ...(Object.entries(fieldGroups[kind]) as [FieldGroup, readonly ImportField[]][]) // the groups of this kind of table
      .map(([group, fields]) => ({
        group: words.groups[group],
        items: fields.map((field) => ({ value: field, label: names[field] })),
      })),
  ]
  return (
    <Stack gap="xs">
      <div>
        <Title order={3} size="h5">
          {words.columns}
        </Title>
        <Text variant="secondary">
          {words.columnsAbout(columns.length - out.length, columns.length, out.join(words.list))}
        </Text>
      </div>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{words.changeColumns}</summary>
        <ul className={css['columns']}>
          {columns.map(({ heading, field, samples }, i) => {
            const name = nameOf(heading, i)
            const mark = field === '' ? undefined : byHand.includes(i) ? words.byHand : words.recognised
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <li key={i} data-read={field !== ''}>
                <span className={css['heading']}>
                  <strong>{name}</strong>
                  {mark && <Badge color={byHand.includes(i) ? 'teal' : 'green'}>{mark}</Badge>}
                </span>
                <span className={css['samples']}>{samples.length > 0 ? samples.join(' · ') : words.noSamples}</span>
                <NativeSelect
                  aria-label={words.meaning(name)}
                  value={field}
                  data={options}
                  onChange={({ currentTarget: { value } }) =>
                    change(i, fieldsOfKind(kind).find((one) => one === value) ?? '')
                  }
                />
              </li>
            )
          })}
        </ul>
      </details>
    </Stack>
  )
}
