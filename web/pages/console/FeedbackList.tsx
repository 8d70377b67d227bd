import { Group, Stack, Text } from '@mantine/core'
import { Page } from '#web/components/Page.tsx'
import { Time } from '#web/components/Time.tsx'
import { queries } from '#web/data/queries.ts'
import { PagedRows } from './PagedRows.tsx'
import { useConsoleWords } from './words.ts'

export function FeedbackList() {
  const { feedback: words } = useConsoleWords()
  return (
    <Page title={words.title} about={words.about}>
      <PagedRows query={queries.feedback.list} empty={{ title: words.none, icon: 'message', about: words.noneAbout }}>
        {({ id, user, content, createdTime }) => (
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
        )}
      </PagedRows>
    </Page>
  )
}
