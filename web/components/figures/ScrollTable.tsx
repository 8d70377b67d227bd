import { ScrollArea, Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends TableProps {
  /** The height from which on it scrolls. */
  height: number
  'aria-label'?: string
  'aria-labelledby'?: string
  heads: readonly string[]
  rows: readonly { key: string | number; name: ReactNode; cells: readonly ReactNode[] }[]
}

/** A table with fixed heads. Each row is named by its first cell. */
export function ScrollTable({ height, heads, rows, 'aria-label': label, 'aria-labelledby': by, ...table }: Props) {
  const named = { tabIndex: 0, role: 'group', 'aria-label': label, 'aria-labelledby': by }
  return (
    <ScrollArea.Autosize mah={height} type="auto" viewportProps={named}>
      <Table stickyHeader {...table}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, cells }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {cells.map((cell, i) => (
                <Table.Td key={heads[i + 1]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
