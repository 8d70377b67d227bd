import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { queries, type Roster } from '#web/data/queries.ts'
import { useRosterWords } from './words.ts'

export const rostersPage = `${pages.console}/rosters`

/** Duty depends on the rosters. */
export const invalidateRosters = () => invalidate('rosters', 'duty')

export function Rosters() {
  const words = useRosterWords()
  const rosters = useQuery(queries.rosters.list())
  if (rosters.isPending) return <Loading />
  if (rosters.isError) return <LoadError error={rosters.error} retry={rosters.refetch} />
  const { current, list } = rosters.data
  const add = (
    <LinkButton variant="filled" href={`${rostersPage}/new`}>
      {words.add}
    </LinkButton>
  )
  return (
    <Page title={words.title} about={words.about} action={list.length > 0 ? add : undefined}>
      {list.length === 0 ? (
        <EmptyState title={words.none} icon="calendar" about={words.noneAbout} action={add} />
      ) : (
        <Rows>
          {list.map((roster) => (
            <RosterRow key={roster.id} roster={roster} current={roster.id === current} />
          ))}
        </Rows>
      )}
    </Page>
  )
}

export function RosterState({ current }: { current: boolean }) {
  const words = useRosterWords()
  return current ? <Badge>{words.current}</Badge> : <Badge variant="default">{words.draft}</Badge>
}

function RosterRow({ roster: { id, name, sheet, createdTime }, current }: { roster: Roster; current: boolean }) {
  const words = useRosterWords()
  const activate = useAction({
    work: () => api.rosters.activate({ id }),
    toast: words.activated,
    onSuccess: () => invalidateRosters(),
  })
  const remove = useAction({ work: () => api.rosters.delete({ id }), onSuccess: invalidateRosters })
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Stack gap={2}>
          <Group gap="sm">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <RosterState current={current} />
          </Group>
          <Text variant="secondary">
            {words.slots(sheet.length)} · {words.made} <Time at={createdTime} only="day" />
          </Text>
        </Stack>
        <Group gap={4}>
          {!current && (
            <ActionButton action={activate} variant="light">
              {words.activate}
            </ActionButton>
          )}
          <LinkButton href={`${rostersPage}/${id}`} aria-label={words.open(name)}>
            {words.openIt}
          </LinkButton>
          <LinkButton href={`${rostersPage}/new?from=${id}`} variant="subtle" px="sm">
            {words.copy}
          </LinkButton>
          <ConfirmButton
            label={words.remove}
            action={remove}
            variant="subtle"
            px="sm"
            question={current ? words.removeCurrent : words.removeQuestion}
          />
        </Group>
      </Group>
      <ErrorAlert>{activate.formError ?? remove.formError}</ErrorAlert>
    </Stack>
  )
}
