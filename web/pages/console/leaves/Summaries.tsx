import { Group, Stack, Text } from '@mantine/core'
import { Page } from '#web/components/Page.tsx'
import { Time } from '#web/components/Time.tsx'
import { queries } from '#web/data/queries.ts'
import { PagedRows } from '#web/pages/console/PagedRows.tsx'
import { LeaveDate } from './Leaves.tsx'
import { useLeaveWords } from './words.ts'

export function Summaries() {
  const { summaries: words, shift: shiftName } = useLeaveWords()
  return (
    <Page title={words.title} about={words.about}>
      <PagedRows query={queries.conclusions.list} empty={{ title: words.none, icon: 'pencil', about: words.noneAbout }}>
        {({ id, member, week, shift, date, conclusion, createdTime }) => (
          <Stack key={id} gap={4}>
            <Group justify="space-between" gap="xs">
              <Text fw={600}>
                <LeaveDate week={week} date={date} /> · {shiftName(shift)}
              </Text>
              <Text variant="secondary">
                {member} · {words.written} <Time at={createdTime} />
              </Text>
            </Group>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{conclusion}</Text>
          </Stack>
        )}
      </PagedRows>
    </Page>
  )
}
