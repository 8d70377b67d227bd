import { Alert, Badge, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
import type { ImportView } from '#web/data/queries.ts'
import type { ImportForm } from './import-options.ts'
import { withValue } from './import-options.ts'
import css from './imports.module.css'
import { useColumnWords, useImportWords } from './words.ts'

type Column = ImportView['values'][number]
type Value = Column['list'][number]

interface Props {
  view: ImportView
  options: ImportForm
  change: (options: ImportForm) => void
}

/** The meaning of each value of a column, and a field to change it. */
export function ValueMeanings({ view: { values }, options, change }: Props) {
  const words = useImportWords()
  if (values.length === 0) return null
  const toChoose = values.flatMap(({ list }) => list).filter((one) => one.asked).length
  return (
    <Card title={words.values} about={words.valuesAbout}>
      {toChoose > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {words.valuesAsked(toChoose)}
        </Alert>
      )}
      {values.map((column) => (
        <ColumnValues
          key={column.field}
          column={column}
          change={(value, code) => change(withValue(options, column.field, value, code))}
        />
      ))}
    </Card>
  )
}

function ColumnValues({ column, change }: { column: Column; change: (value: string, code: string) => void }) {
  const words = useImportWords()
  const { fields } = useColumnWords()
  const { field, list, more } = column
  return (
    <Stack gap="xs" component="section" aria-label={fields[field]}>
      <Title order={3} size="h5">
        {fields[field]}
      </Title>
      {field === 'state' && <Text variant="secondary">{words.inWork}</Text>}
      <ul className={css['values']}>
        {list.map((one) => (
          <li key={one.value} data-asked={one.asked}>
            <span className={css['value']}>
              <strong>{one.value || words.emptyCell}</strong>
              <Badge color="gray">{words.valueCount(one.count)}</Badge>
            </span>
            <ValueSelect column={column} one={one} change={(code) => change(one.value, code)} />
          </li>
        ))}
      </ul>
      {more > 0 && <Text variant="secondary">{words.moreValues(more)}</Text>}
    </Stack>
  )
}

const unclear = '?'

function ValueSelect({ column, one, change }: { column: Column; one: Value; change: (code: string) => void }) {
  const words = useImportWords()
  const { fields } = useColumnWords()
  const { value, code, known, asked } = one
  const isOpen = !known && asked
  const empty = column.field === 'state' ? words.byOthers : words.noChoice
  const data = [
    ...(isOpen ? [{ value: unclear, label: words.pleaseChoose }] : []),
    ...column.choices.map((choice) => ({ value: choice.code, label: choice.name })),
    { value: '', label: empty },
  ]
  return (
    <NativeSelect
      aria-label={words.valueMeaning(value || words.emptyCell, fields[column.field])}
      value={isOpen ? unclear : code}
      error={isOpen}
      data={data}
      onChange={({ currentTarget }) => currentTarget.value !== unclear && change(currentTarget.value)}
    />
  )
}
