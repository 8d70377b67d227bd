import { ScrollArea, Stack, Table } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Card } from '#web/components/Card.tsx'
import css from './figure.module.css'
import { useFigureWords } from './words.ts'

/** The figures of the picture as a table. */
export interface FigureTable {
  readonly heads: readonly string[]
  readonly rows: readonly { key: string | number; name: string; figures: readonly (string | number)[] }[]
}

/** A chart with a title, a sentence and its table. */
export function Figure({
  title,
  says,
  action,
  table,
  children,
}: {
  title: string
  says: string
  action?: ReactNode
  table: FigureTable
  children: ReactNode
}) {
  return (
    <Card title={title} about={says}>
      {action}
      <figure className={css['figure'] ?? ''}>
        <Stack gap="xs">
          {children}
          <Behind of={title} table={table} />
        </Stack>
      </figure>
    </Card>
  )
}

function Behind({ of, table: { heads, rows } }: { of: string; table: FigureTable }) {
  const words = useFigureWords()
  const [first, ...others] = heads
  return (
    <details className={css['table']}>
      <summary aria-label={words.tableOf(of)}>{words.table}</summary>
      <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': of }}>
        <Table captionSide="top" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{first}</Table.Th>
              {others.map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, name, figures }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {figures.map((figure, i) => (
                  <Table.Td key={heads[i + 1]}>{figure}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </details>
  )
}

/** The chart as one image to assistive technology, with name and description. */
export function Drawing({
  title,
  says,
  height,
  children,
}: {
  title: string
  says: string
  height: number
  children: ReactNode
}) {
  const id = useId()
  return (
    <svg
      className={css['picture']}
      height={height}
      role="img"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}says`}
    >
      <title id={`${id}title`}>{title}</title>
      <desc id={`${id}says`}>{says}</desc>
      {children}
    </svg>
  )
}
