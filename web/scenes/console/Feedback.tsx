import { Group, Stack, Text } from '@mantine/core'
import { queries } from '#web/data/queries.ts'
import { Empty } from '#web/parts/Empty.tsx'
import { Page } from '#web/parts/Page.tsx'
import { Paged } from '#web/parts/Paged.tsx'
import { Rows } from '#web/parts/Rows.tsx'
import { Time } from '#web/parts/Time.tsx'
import { useConsoleWords } from './words.ts'

export function Feedback() {
  const { feedback: words } = useConsoleWords()
  return (
    <Page title={words.title} about={words.about}>
      <Paged
        query={queries.feedback.list}
        empty={
          <Empty icon="message" about={words.noneAbout}>
            {words.none}
          </Empty>
        }
      >
        {(list) => (
          <Rows>
            {list.map(({ id, user, content, createdTime }) => (
              <Stack key={id} gap={4}>
                <Group justify="space-between" gap="xs">
                  <Text fw={600} {...(user.name ? {} : { c: 'dimmed' })}>
                    {user.name || words.anonymous}
                  </Text>
                  <Text variant="secondary">
                    <Time at={createdTime} />
                  </Text>
                </Group>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{content}</Text>
              </Stack>
            ))}
          </Rows>
        )}
      </Paged>
    </Page>
  )
}
