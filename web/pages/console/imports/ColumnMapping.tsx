import { Badge, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { ImportField } from '#contract/imports/import-fields.ts'
import type { ImportView } from '#web/data/queries.ts'
import { type ColumnField, type FieldGroup, fieldGroups, fieldsOfKind } from './import-options.ts'
import css from './imports.module.css'
import { useColumnWords, useImportWords } from './words.ts'

interface Props {
  view: Pick<ImportView, 'kind' | 'columns'>
  byHand: readonly number[]
  change: (at: number, to: ColumnField) => void
}

export function ColumnMapping({ view: { kind, columns }, byHand, change }: Props) {
  const words = useImportWords()
  const { fields: names } = useColumnWords()
  const read = columns.filter(({ field }) => field !== '').length
  const options = [
    { value: '', label: words.leftOut },
    ...(Object.entries(fieldGroups[kind]) as [FieldGroup, readonly ImportField[]][]) // its own names
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
        <Text variant="secondary">{words.columnsAbout(read, columns.length)}</Text>
      </div>
      <ul className={css['columns']}>
        {columns.map(({ heading, field, samples }, i) => {
          const name = heading || words.noHeading(i + 1)
          const mark = field === '' ? undefined : byHand.includes(i) ? words.byHand : words.recognised
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <li key={i} data-read={field !== ''}>
              <span className={css['heading']}>
                <strong>{name}</strong>
                {mark && (
                  <Badge variant="light" color={byHand.includes(i) ? 'cyan' : 'green'} tt="none">
                    {mark}
                  </Badge>
                )}
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
    </Stack>
  )
}
