import { Badge, Code, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChannelName, channelNames, channels } from '#contract/messages/messages.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { ScrollTable } from '#web/components/figures/ScrollTable.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { type ChannelHealth, type MessageDay, queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { channelVariables } from './channel-variables.ts'
import css from './days.module.css'
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
        <EmptyState title={words.unset} icon="send" about={words.unsetAbout} />
      ) : (
        <>
          <Rows>
            {there.map((one) => (
              <ChannelRow key={one.channel} health={one} />
            ))}
          </Rows>
          <Text variant="secondary">
            <Lead text={words.settings}>
              <TextLink href={`${pages.console}/settings/messages`} inherit>
                {words.toSettings}
              </TextLink>
            </Lead>
          </Text>
        </>
      )}
      {list.length > 0 && <MessageDays list={list} />}
      {list.length === 0 && there.length > 0 && <EmptyState title={words.none} icon="send" about={words.noneAbout} />}
      <MoreChannels without={there.map(({ channel }) => channel)} />
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
          <Badge color={error ? 'orange' : 'green'}>{error ? words.trouble : words.well}</Badge>
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

/** The channels that the team does not have, and how to get each. */
function MoreChannels({ without }: { without: readonly ChannelName[] }) {
  const words = useHealthWords()
  const rest = channelNames.filter((channel) => !without.includes(channel))
  if (rest.length === 0) return null
  return (
    <Card title={words.more} about={words.moreAbout}>
      <ul className={css['channels']}>
        {rest.map((channel) => (
          <li key={channel}>
            <Stack gap={0}>
              <Text fw={600}>{words.channels[channel]}</Text>
              <Text variant="secondary">{words.reaches[channel]}</Text>
            </Stack>
            <Group gap="xs">
              {channelVariables[channel].map((name) => (
                <Code key={name}>{name}</Code>
              ))}
            </Group>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const counted = ['sent', 'waiting', 'dropped', 'failed'] as const

function MessageDays({ list }: { list: readonly MessageDay[] }) {
  const words = useHealthWords()
  const lang = useLang()
  const clock = useClock()
  const rows = list.map((one, i) => ({
    key: `${one.date} ${one.channel}`,
    name: (
      <>
        <Day named={list[i - 1]?.date !== one.date}>{dayName(one.date, lang, clock)}</Day>
        <Text variant="secondary">{words.channels[one.channel]}</Text>
      </>
    ),
    cells: counted.map((count) => (
      <span key={count} data-none={one[count] === 0} data-bad={count === 'failed' && one[count] > 0}>
        {one[count]}
      </span>
    )),
  }))
  return (
    <Card title={words.days} about={words.daysAbout}>
      <ScrollTable
        height={640}
        aria-label={words.days}
        className={css['days'] ?? ''}
        horizontalSpacing={4}
        heads={[words.heads.day, ...counted.map((count) => words.heads[count])]}
        rows={rows}
      />
    </Card>
  )
}

/** A day is printed once; screen readers hear it with each of its channels. */
function Day({ named, children }: { named: boolean; children: string }) {
  return named ? (
    <Text size="sm" fw={600}>
      {children}
    </Text>
  ) : (
    <VisuallyHidden>{children} </VisuallyHidden>
  )
}
