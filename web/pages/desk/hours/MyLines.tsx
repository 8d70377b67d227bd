import { Stack, Title } from '@mantine/core'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Rows } from '#web/components/Rows.tsx'
import type { HourLine } from '#web/data/queries.ts'
import { MyLine } from './MyLine.tsx'
import { useMyHoursWords } from './words.ts'

export function MyLines({ list }: { list: readonly HourLine[] }) {
  const words = useMyHoursWords()
  if (list.length === 0) return <EmptyState title={words.none} icon="hourglass" about={words.noneAbout} />
  return (
    <Stack gap="xs" component="section" aria-label={words.lines}>
      <Title order={2} size="h4">
        {words.lines}
      </Title>
      <Rows>
        {list.map((line) => (
          <MyLine key={line.id} line={line} corrected={list.find(({ id }) => id === line.corrects)} />
        ))}
      </Rows>
    </Stack>
  )
}
