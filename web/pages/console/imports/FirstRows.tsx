import { Stack, Title } from '@mantine/core'
import { useId } from 'react'
import { ScrollTable } from '#web/components/figures/ScrollTable.tsx'
import type { ImportView } from '#web/data/queries.ts'
import { shownFields } from './import-options.ts'
import css from './imports.module.css'
import { useColumnWords, useImportWords } from './words.ts'

export function FirstRows({ view }: { view: ImportView }) {
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
