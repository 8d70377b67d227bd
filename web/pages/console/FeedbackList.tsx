import { Group, Stack, Text } from '@mantine/core'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { Time } from '#web/components/Time.tsx'
import { queries } from '#web/data/queries.ts'
import { useConsoleWords } from './words.ts'

export function FeedbackList() {
  const { feedback: words } = useConsoleWords()
  return (
    <Page title={words.title} about={words.about}>
      <Paged
        query={queries.feedback.list}
        empty={<EmptyState title={words.none} icon="message" about={words.noneAbout} />}
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
