import { Button, Group, Input, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldInfo } from '#web/components/action.ts'
import { useCalendarWords } from './calendar-words.ts'

interface Props<Row> {
  /** What each row is. */
  title: string
  action: FieldInfo
  /** The name of an error that belongs to the row with this index. */
  at: (index: number) => string
  rows: readonly Row[]
  keyOf: (row: Row) => number
  change: (rows: Row[]) => void
  children: (row: Row, at: string, set: (changed: Row) => void) => ReactNode
}

export function RemovableRows<Row>({ title, action, at, rows, keyOf, change, children }: Props<Row>) {
  const words = useCalendarWords()
  return rows.map((row, i) => {
    const refused = action.errorOf(at(i))
    return (
      <Paper key={keyOf(row)} withBorder p="sm" role="group" aria-label={title}>
        <Stack gap="xs">
          <Group justify="space-between">
            <Text fw={600}>{title}</Text>
            <Button variant="subtle" color="red" onClick={() => change(rows.toSpliced(i, 1))}>
              {words.remove}
            </Button>
          </Group>
          <Group align="flex-start" gap="sm" grow preventGrowOverflow={false} wrap="wrap">
            {children(row, at(i), (changed) => change(rows.with(i, changed)))}
          </Group>
          {refused && <Input.Error role="alert">{refused}</Input.Error>}
        </Stack>
      </Paper>
    )
  })
}
