import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { kindGroups } from '#client/message-kinds.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { hasChannels, type Notify } from '#web/components/messages/notify.ts'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { queries } from '#web/data/queries.ts'
import { ChannelChoices } from './ChannelChoices.tsx'
import { ChoiceSwitch, useMessageWords } from './ChoiceSwitch.tsx'

export function MessageChoices() {
  const words = useMessageWords()
  const notify = useQuery(queries.notify.choices())
  if (notify.isError && !notify.data) return <LoadError error={notify.error} retry={notify.refetch} />
  if (!notify.data) return <Skeleton heights={[260, 120, 80]} />
  if (!hasChannels(notify.data)) return <EmptyState title={words.none} icon="bell" about={words.noneAbout} />
  const { off } = notify.data
  return (
    <Stack component="section" gap="lg" aria-label={words.title}>
      {!off && <ChannelChoices of={notify.data} />}
      {!off && <MessageKinds of={notify.data} />}
      <Paper withBorder p="md">
        <ChoiceSwitch
          label={words.nothing}
          on={off}
          inputOf={(on) => ({ off: on })}
          about={off ? words.nothingOn : undefined}
        />
      </Paper>
    </Stack>
  )
}

/** How many kinds are on; the long list only for those who ask for it. */
function MessageKinds({ of: { kinds } }: { of: Notify }) {
  const words = useMessageWords()
  const [open, setOpen] = useState(false)
  const groups = kindGroups(kinds)
  const all = groups.flatMap((group) => group.kinds)
  const chosen = all.filter((kind) => kinds[kind] === true).length
  return (
    <Card title={words.what} about={words.chosen(chosen, all.length)}>
      <Group>
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.choose}
        </Button>
      </Group>
      {open &&
        groups.map(({ recipientRole, kinds: some }) => (
          <Stack key={recipientRole}>
            <Title order={3} size="h5">
              {words.groups[recipientRole]}
            </Title>
            {some.map((kind) => (
              <ChoiceSwitch
                key={kind}
                label={words.kinds[kind]}
                on={kinds[kind] === true}
                inputOf={(on) => ({ kinds: { [kind]: on } })}
              />
            ))}
          </Stack>
        ))}
    </Card>
  )
}
