import { Badge, Button, Group, List } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/pages.ts'
import { Card } from '#web/parts/Card.tsx'
import type { Settings } from '#web/parts/settings-form.ts'
import { useConsoleWords } from '#web/scenes/console/words.ts'

interface Step {
  readonly name: string
  readonly step: string
  readonly done: boolean
}

/** What a team needs before it can open. */
export function stepsOf(
  settings: Settings,
  members: number,
  words: ReturnType<typeof useConsoleWords>['overview'],
): Step[] {
  return [
    { name: words.named, step: 'team', done: settings.teamName !== '' },
    { name: words.shifts, step: 'shifts', done: settings.timetable.length > 0 },
    { name: words.invited, step: 'members', done: members > 1 },
  ]
}

export function GettingReady({ steps }: { steps: readonly Step[] }) {
  const { overview: words } = useConsoleWords()
  const next = steps.find(({ done }) => !done)
  return (
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
        <Button component={Link} href={`${pages.setUp}?step=${next?.step ?? 'done'}`}>
          {words.goOn}
        </Button>
      </Group>
    </Card>
  )
}
