import { Badge, Button, Group, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pages } from '#contract/pages.ts'
import { api } from '../../api.ts'
import { Card } from '../../parts/Card.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Failed } from '../../parts/Failed.tsx'
import { Page } from '../../parts/Page.tsx'
import { Waiting } from '../../parts/Waiting.tsx'
import { useSettings } from '../../settings.ts'
import { useConsoleWords } from '../../words/console.ts'

export function Overview() {
  const { overview: words } = useConsoleWords()
  const settings = useSettings()
  const members = useQuery({ queryKey: ['members', 'any'], queryFn: () => api.admin.members({ count: 2 }) })
  const failed = settings.error ?? members.error
  if (failed) return <Failed error={failed} retry={() => Promise.all([settings.refetch(), members.refetch()])} />
  if (!settings.data || !members.data) return <Waiting />
  const steps = [
    { name: words.named, step: 'team', done: settings.data.teamName !== '' },
    { name: words.shifts, step: 'shifts', done: settings.data.timetable.length > 0 },
    { name: words.invited, step: 'members', done: members.data.total > 1 },
  ]
  const next = steps.find(({ done }) => !done)
  return (
    <Page title={words.title} size="lg">
      {!next && <Empty>{words.ready}</Empty>}
      {next && (
        <Card title={words.checklist} about={words.checklistText}>
          <List spacing="xs" listStyleType="none">
            {steps.map(({ name, done }) => (
              <List.Item key={name}>
                <Group gap="sm">
                  <Badge variant={done ? 'light' : 'default'}>{done ? words.done : words.open}</Badge>
                  {name}
                </Group>
              </List.Item>
            ))}
          </List>
          <Group>
            <Button component={Link} href={`${pages.setUp}?step=${next.step}`}>
              {words.goOn}
            </Button>
          </Group>
        </Card>
      )}
    </Page>
  )
}
