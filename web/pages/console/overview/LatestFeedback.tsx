import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { Time } from '#web/components/Time.tsx'
import { queries } from '#web/data/queries.ts'
import { useConsoleWords } from '#web/pages/console/words.ts'

export function LatestFeedback() {
  const { overview: words, feedback: feedbackWords } = useConsoleWords()
  const feedback = useQuery(queries.feedback.list({ count: 2 }))
  if (!feedback.data || feedback.data.total === 0) return null
  return (
    <Card title={words.latestFeedback}>
      {feedback.data.list.map(({ id, user, content, createdTime }) => (
        <Stack key={id} gap={2}>
          <Text lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {content}
          </Text>
          <Text variant="secondary">
            {user.name || feedbackWords.anonymous} · <Time at={createdTime} />
          </Text>
        </Stack>
      ))}
      <Group>
        <Anchor component={Link} href={`${pages.console}/feedback`} py="sm">
          {words.allFeedback}
        </Anchor>
      </Group>
    </Card>
  )
}
