import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { Link } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { ownRecoveryText } from '#client/recovery.ts'
import type { DutyInformation } from '#contract/duty/duty.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton, TextLink } from '#web/components/buttons.tsx'
import { Columns } from '#web/components/Columns.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Page } from '#web/components/Page.tsx'
import { TeamPlace, useTeamPlace } from '#web/components/TeamPlace.tsx'
import { WeekHours } from '#web/components/WeekHours.tsx'
import { useWords } from '#web/components/words.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { newestTickets, queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { lazyPage } from '#web/lib/page.ts'
import { useAnyQueued } from '#web/lib/tickets-queued.ts'
import { dayText, timeOfDay } from '#web/lib/time.ts'
import css from './portal.module.css'
import { usePortalWords } from './words.ts'

// Loaded separately, because few people need them.
const QueuedTickets = lazyPage(() => import('#web/components/QueuedTickets.tsx'), 'QueuedTickets')
const OpenTickets = lazyPage(() => import('./OpenTickets.tsx'), 'OpenTickets')
const ReadyTickets = lazyPage(() => import('./OpenTickets.tsx'), 'ReadyTickets')

export function Portal() {
  const { appName } = useWords()
  const words = usePortalWords()
  const team = useTeam()
  const me = useMe()
  const mine = useQuery({ ...newestTickets(), enabled: me.data != null })
  const [duty, week] = [useQuery(queries.duty.info()), useQuery(queries.duty.week())]
  // Late content would move what a person is about to tap.
  const known = !(team.isPending || me.isPending || mine.isLoading)
  const days = useQuery(queries.repairDays.list())
  const loaded = known && !(duty.isPending || week.isPending || days.isPending)
  // Rendering everything at once would block a cheap phone.
  const below = useDeferredValue(loaded)
  const hours = useDeferredValue(below)
  return (
    <Page title={team.data?.name || appName} about={words.welcome}>
      {team.isError && <LoadError error={team.error} retry={team.refetch} />}
      {team.data?.needsAdmin && <NoAdmin />}
      {/* Together, because what comes late must not push down what is there. */}
      <Suspense>
        <Columns beside={hours && <WeekHours />}>
          {known && me.data && <ReadyTickets />}
          {known && <DutyCard />}
          {below && <NextRepairDay />}
          {below && <OwnTickets />}
        </Columns>
        {hours && <OtherPages />}
      </Suspense>
    </Page>
  )
}

function OwnTickets() {
  const words = usePortalWords()
  const me = useMe()
  const queued = useAnyQueued()
  // Setting up comes first.
  const begins = useTeam().data?.needsAdmin === true
  return (
    <>
      <Stack gap={6}>
        <LinkButton
          variant={begins ? 'default' : 'filled'}
          href={pages.newTicket}
          size="md"
          fullWidth
          leftSection={<Icon name="plus" />}
        >
          {words.file}
        </LinkButton>
        <Text variant="secondary" ta="center">
          {words.fileAbout}
        </Text>
      </Stack>
      <Suspense>
        {queued && <QueuedTickets />}
        {me.data && <OpenTickets />}
      </Suspense>
    </>
  )
}

/** One line and a link. */
function NextRepairDay() {
  const words = usePortalWords()
  const lang = useLang()
  const today = useToday()
  const [day] = useQuery(queries.repairDays.list()).data?.list ?? []
  if (!day) return null
  const { title, from, until, free } = day
  return (
    <Paper
      component={Link}
      href={pages.repairDay.replace(':id', String(day.id))}
      withBorder
      px="lg"
      py="md"
      className={css['day'] ?? ''}
    >
      <Fact icon="calendar">
        <strong>{title}</strong>
        <br />
        {dayText(from, lang, today)} {timeOfDay(from)}–{timeOfDay(until)}
        {free > 0 && ` · ${words.free(free)}`}
      </Fact>
    </Paper>
  )
}

function OtherPages() {
  const words = usePortalWords()
  const me = useMe()
  const publishes = useTeam().data?.impact === true
  const late = useDeferredValue(true, false)
  return (
    <>
      {late && publishes && (
        <Text ta="center">
          <TextLink href={pages.impact} className={css['impact'] ?? ''}>
            {words.impact}
          </TextLink>
        </Text>
      )}
      {late && me.data === null && (
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
        <Title>{words.setUp}</Title>
        <Text>{words.setUpText}</Text>
        <LinkButton variant="filled" href={pages.setUp}>
          {words.startSetUp}
        </LinkButton>
      </Stack>
    </Paper>
  )
}

function DutyCard() {
  const words = usePortalWords()
  const duty = useQuery(queries.duty.info())
  // The week's answer also tells the team's current date.
  const week = useQuery(queries.duty.week())
  if (duty.isError && !duty.data) return <LoadError error={duty.error} retry={duty.refetch} />
  return (
    <Paper
      component="section"
      withBorder
      p="lg"
      mih={116}
      aria-label={words.duty}
      aria-busy={duty.isPending || week.isPending}
    >
      {duty.data && !week.isPending && <Situation of={duty.data} />}
    </Paper>
  )
}

function Situation({ of: duty }: { of: DutyInformation }) {
  const words = usePortalWords()
  const lang = useLang()
  const today = useToday()
  const team = useTeamPlace()
  const { isInDuty, leader, closes, place, inDutyCnt, offDutyReason, next } = duty
  const recover = ownRecoveryText(duty)
  const state = isInDuty ? 'open' : duty.currentDuty === 'off' ? 'paused' : 'closed'
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap">
        <span className={css['lamp']} data-state={state} aria-hidden="true" />
        <Title size="h3">{words[state]}</Title>
      </Group>
      {closes && <Fact icon="clock">{words.until(dayText(closes, lang, today), timeOfDay(closes))}</Fact>}
      {(place || team.text || team.map) && <Fact icon="pin">{place || <TeamPlace />}</Fact>}
      {leader && <Fact icon="person">{words.leads(leader)}</Fact>}
      {isInDuty && inDutyCnt > 0 && <Fact icon="people">{words.people(inDutyCnt)}</Fact>}
      {offDutyReason && <Text className={css['told'] ?? ''}>{offDutyReason}</Text>}
      {recover && <Text className={css['told'] ?? ''}>{recover}</Text>}
      {!isInDuty && next && (
        <Fact icon="calendar">
          <Lead text={words.next}>
            <span className={css['moment']}>
              {dayText(next.from, lang, today)} {timeOfDay(next.from)}
              {next.until &&
                `–${next.until.slice(0, 10) === next.from.slice(0, 10) ? '' : `${dayText(next.until, lang, today)} `}${timeOfDay(next.until)}`}
            </span>
          </Lead>
          {next.place && ` · ${next.place}`}
        </Fact>
      )}
      {!isInDuty && !next && !recover && <Text c="dimmed">{words.noNext}</Text>}
    </Stack>
  )
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <span className={css['icon']}>
        <Icon name={icon} />
      </span>
      <Text className={css['told'] ?? ''}>{children}</Text>
    </Group>
  )
}

const useToday = () => useQuery(queries.duty.week()).data?.list[0]?.date ?? ''
