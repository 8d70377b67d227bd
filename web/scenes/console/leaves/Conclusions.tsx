import { Group, Stack, Text } from '@mantine/core'
import { queries } from '#web/data/queries.ts'
import { Empty } from '#web/parts/Empty.tsx'
import { Page } from '#web/parts/Page.tsx'
import { Paged } from '#web/parts/Paged.tsx'
import { Rows } from '#web/parts/Rows.tsx'
import { Time } from '#web/parts/Time.tsx'
import { When } from './Leaves.tsx'
import { useLeaveWords } from './words.ts'

/** What was done in the shifts. */
export function Summaries() {
  const { summaries: words, shift: shiftName } = useLeaveWords()
  return (
    <Page title={words.title} about={words.about}>
      <Paged
        query={queries.conclusions.list}
        empty={
          <Empty icon="pencil" about={words.noneAbout}>
            {words.none}
          </Empty>
        }
      >
        {(list) => (
          <Rows>
            {list.map(({ id, member, week, shift, date, conclusion, createdTime }) => (
              <Stack key={id} gap={4}>
                <Group justify="space-between" gap="xs">
                  <Text fw={600}>
                    <When week={week} date={date} /> · {shiftName(shift)}
                  </Text>
                  <Text variant="secondary">
                    {member} · {words.written} <Time at={createdTime} />
                  </Text>
                </Group>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{conclusion}</Text>
              </Stack>
            ))}
          </Rows>
        )}
      </Paged>
    </Page>
  )
}
