import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { type Delivery, queries } from '#web/data/queries.ts'
import { PagedRows } from '#web/pages/console/PagedRows.tsx'
import { useForwardingWords } from './words.ts'

type State = Delivery['state']
const states: readonly State[] = ['stuck', 'waiting', 'delivered']
const colours = { stuck: 'orange', waiting: 'gray', delivered: 'teal' } as const satisfies Record<State, string>

export function Forwarding() {
  const words = useForwardingWords()
  const [state, setState] = useState<State>()
  const health = useQuery(queries.external.counts())
  const retryAll = useRetryAll()
  if (health.isPending) return <Loading />
  if (health.isError) return <LoadError error={health.error} retry={health.refetch} />
  const { counts, system } = health.data
  const named: Readonly<Record<string, string>> = words.systems
  const all = counts.waiting + counts.stuck + counts.delivered
  const showAll = (
    <Button variant="default" onClick={() => setState(undefined)}>
      {words.showAll}
    </Button>
  )
  const none = { title: words.none, icon: 'send', about: words.noneAbout } as const
  const noneOf = { title: words.noneOf, icon: 'search', action: showAll } as const
  return (
    <Page
      title={words.title}
      about={words.about(named[system] ?? system)}
      action={
        counts.stuck > 1 && (
          <ActionButton action={retryAll} variant="light">
            {words.retryAll}
          </ActionButton>
        )
      }
    >
      <ErrorAlert>{retryAll.formError}</ErrorAlert>
      <SelectField
        label={words.show}
        maw={280}
        value={state ?? ''}
        data={[
          { value: '' as const, label: words.counted(words.all, all) },
          ...states.map((one) => ({ value: one, label: words.counted(words.states[one], counts[one]) })),
        ]}
        onChange={(one) => setState(one || undefined)}
      />
      <PagedRows query={(page) => queries.external.list(state, counts, page)} empty={all === 0 ? none : noneOf}>
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      </PagedRows>
    </Page>
  )
}

function useRetryAll() {
  const words = useForwardingWords()
  return useAction({
    work: async () => {
      const { list } = await api.external.list({ state: 'stuck', count: 1000 })
      for (const { id } of list) await api.external.retry({ id })
    },
    toast: words.retried,
    onSuccess: () => invalidate('external'),
  })
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const words = useForwardingWords()
  const { id, ticket, what, state, createdTime, tries, nextTime, deliveredTime, error, remote } = delivery
  const retry = useAction({
    work: () => api.external.retry({ id }),
    toast: words.retried,
    onSuccess: () => invalidate('external'),
  })
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Anchor component={Link} href={`${pages.desk}/tickets/${ticket}`} fw={600} py={10}>
            {words.ticket(ticket)}
          </Anchor>
          {what === 'remark' && <Text variant="secondary">{words.remark}</Text>}
          <Badge color={colours[state]}>{words.states[state]}</Badge>
        </Group>
        {state !== 'delivered' && (
          <ActionButton action={retry} variant="default" aria-label={words.retryOf(ticket)}>
            {words.retry}
          </ActionButton>
        )}
      </Group>
      {error && state !== 'delivered' && <Text style={{ overflowWrap: 'anywhere' }}>{error}</Text>}
      <ErrorAlert>{retry.formError}</ErrorAlert>
      <Group gap="2px 16px">
        <Text variant="secondary">
          {deliveredTime ? words.delivered : words.promised} <Time at={deliveredTime || createdTime} />
          {state !== 'delivered' && tries > 0 && ` · ${words.tries(tries)}`}
          {nextTime && (
            <>
              {' '}
              ·{' '}
              <Lead text={words.next}>
                <Time at={nextTime} />
              </Lead>
            </>
          )}
        </Text>
        <RemoteTicket remote={remote} />
      </Group>
    </Stack>
  )
}

/** The address comes from the other system: only an http address becomes a link. */
function RemoteTicket({ remote: { id, url } }: { remote: Delivery['remote'] }) {
  const words = useForwardingWords()
  if (!id) return null
  if (!/^https?:\/\//i.test(url)) return <Text size="sm">{words.there(id)}</Text>
  return (
    <Text size="sm">
      <Anchor href={url} target="_blank" rel="noreferrer">
        {words.there(id)}
      </Anchor>
    </Text>
  )
}
