import { ScrollArea, Stack, Table, Title } from '@mantine/core'
import { useId } from 'react'
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
      <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-labelledby': id }}>
        <Table className={css['preview'] ?? ''} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.row}</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field} scope="col">
                  {names[field]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {view.preview.map(({ row, values }) => (
              <Table.Tr key={row}>
                <Table.Th scope="row" fw={400}>
                  {row}
                </Table.Th>
                {fields.map((field) => (
                  <Table.Td key={field}>{values[field]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Stack>
  )
}
