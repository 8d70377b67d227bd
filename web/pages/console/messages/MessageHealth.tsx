import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelNames, channels } from '#contract/messages/messages.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { type ChannelHealth, queries } from '#web/data/queries.ts'
import { channelVariables } from './channel-variables.ts'
import { MessageDays } from './MessageDays.tsx'
import { useHealthWords } from './words.ts'

export function MessageHealth() {
  const words = useHealthWords()
  const health = useQuery(queries.messages.health())
  if (health.isPending) return <Loading />
  if (health.isError) return <LoadError error={health.error} retry={health.refetch} />
  const { channels: there, list } = health.data
  return (
    <Page title={words.title} about={words.about}>
      {there.length === 0 ? (
        <NoChannels />
      ) : (
        <>
          <Rows>
            {there.map((one) => (
              <ChannelRow key={one.channel} health={one} />
            ))}
          </Rows>
          <Text variant="secondary">
            {words.settings}{' '}
            <TextLink href={`${pages.console}/settings#messages`} inherit>
              {words.toSettings}
            </TextLink>
          </Text>
        </>
      )}
      {list.length > 0 && <MessageDays list={list} />}
      {list.length === 0 && there.length > 0 && <EmptyState title={words.none} icon="send" about={words.noneAbout} />}
    </Page>
  )
}

function ChannelRow({ health: { channel, waiting, error } }: { health: ChannelHealth }) {
  const words = useHealthWords()
  const name = words.channels[channel]
  const test = useAction({
    work: () => api.messages.test({ channel }),
    onSettled: () => invalidate('messages'),
  })
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <Badge variant="light" color={error ? 'orange' : 'green'}>
            {error ? words.trouble : words.well}
          </Badge>
        </Group>
        <ActionButton action={test} variant="default" aria-label={words.testOf(name)}>
          {words.test}
        </ActionButton>
      </Group>
      {error && <Text style={{ overflowWrap: 'anywhere' }}>{error}</Text>}
      <Text variant="secondary">{words.waiting(waiting)}</Text>
      <ErrorAlert>{test.formError}</ErrorAlert>
      <div role="status">{test.done && <Text size="sm">{words.tested[channels[channel]]}</Text>}</div>
    </Stack>
  )
}

function NoChannels() {
  const words = useHealthWords()
  return (
    <>
      <EmptyState title={words.unset} icon="send" about={words.unsetAbout} />
      <Card title={words.turnedOnBy}>
        <Stack gap="sm">
          {channelNames.map((channel) => (
            <Stack key={channel} gap={4}>
              <Text size="sm" fw={600}>
                {words.channels[channel]}
              </Text>
              <Group gap="xs">
                {channelVariables[channel].map((name) => (
                  <Code key={name}>{name}</Code>
                ))}
              </Group>
            </Stack>
          ))}
        </Stack>
      </Card>
    </>
  )
}
