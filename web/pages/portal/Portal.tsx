import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { pages } from '#contract/team/pages.ts'
import { LinkButton, TextLink } from '#web/components/buttons.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { WeekHours } from '#web/components/WeekHours.tsx'
import { useWords } from '#web/components/words.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { lazyPage } from '#web/lib/page.ts'
import { DutyCard } from './DutyCard.tsx'
import css from './portal.module.css'
import { usePortalWords } from './words.ts'

// Loaded separately, because only logged-in people need it.
const OpenTickets = lazyPage(() => import('./OpenTickets.tsx'), 'OpenTickets')

export function Portal() {
  const { appName } = useWords()
  const words = usePortalWords()
  const team = useTeam()
  const me = useMe()
  const [duty, week] = [useQuery(queries.duty.info()), useQuery(queries.duty.week())]
  // Late content would move what a person is about to tap.
  const loaded = !(me.isPending || duty.isPending || week.isPending)
  // Rendering everything at once would block a cheap phone.
  const below = useDeferredValue(loaded)
  return (
    <Page title={team.data?.name || appName} about={words.welcome}>
      {team.isError && <LoadError error={team.error} retry={team.refetch} />}
      {team.data?.needsAdmin && <NoAdmin />}
      {!team.isPending && <DutyCard />}
      {below && <PortalLinks />}
    </Page>
  )
}

function PortalLinks() {
  const words = usePortalWords()
  const me = useMe()
  const publishes = useTeam().data?.impact === true
  const hours = useDeferredValue(true, false)
  return (
    <>
      <Stack gap={6}>
        <LinkButton variant="filled" href={pages.newTicket} size="md" fullWidth leftSection={<Icon name="plus" />}>
          {words.file}
        </LinkButton>
        <Text variant="secondary" ta="center">
          {words.fileAbout}
        </Text>
      </Stack>
      {me.data && (
        <Suspense>
          <OpenTickets />
        </Suspense>
      )}
      {hours && <WeekHours />}
      {hours && publishes && (
        <Text ta="center">
          <TextLink href={pages.impact} className={css['impact'] ?? ''}>
            {words.impact}
          </TextLink>
        </Text>
      )}
      {hours && me.data === null && (
        <Group justify="center">
          <LinkButton href={pages.signIn}>{words.signIn}</LinkButton>
          <LinkButton href={pages.join} variant="subtle">
            {words.forMembers}
          </LinkButton>
        </Group>
      )}
    </>
  )
}

function NoAdmin() {
  const words = usePortalWords()
  return (
    <Paper withBorder p="lg">
      <Stack align="flex-start">
        <Title order={2} size="h4">
          {words.setUp}
        </Title>
        <Text>{words.setUpText}</Text>
        <LinkButton variant="filled" href={pages.setUp}>
          {words.startSetUp}
        </LinkButton>
      </Stack>
    </Paper>
  )
}
