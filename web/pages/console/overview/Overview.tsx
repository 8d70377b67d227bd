import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { Columns } from '#web/components/Columns.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { Time } from '#web/components/Time.tsx'
import { useClock, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { DutySummary } from '#web/pages/console/duty/DutySummary.tsx'
import { FigureLinks } from '#web/pages/console/FigureLinks.tsx'
import { useConsoleWords } from '#web/pages/console/words.ts'
import { Attention } from './Attention.tsx'
import { GettingReady, setUpStepsOf } from './GettingReady.tsx'
import { useWeekAhead } from './week-ahead.ts'

const unclaimed = `${pages.desk}?who=unclaimed`

export function Overview() {
  const { overview: words } = useConsoleWords()
  const settings = useSettings()
  const members = useQuery(queries.members.list({ count: 2 }))
  const rosters = useQuery(queries.rosters.list())
  const team = useTeam()
  const ways = useQuery(queries.me.ways())
  const required = [settings, members, rosters, team, ways]
  const failed = required.find(({ error }) => error)?.error
  if (failed) return <LoadError error={failed} retry={() => Promise.all(required.map(({ refetch }) => refetch()))} />
  if (!settings.data || !members.data || !rosters.data || !team.data || !ways.data) return <Loading />
  const steps = setUpStepsOf({
    settings: settings.data,
    members: members.data.total,
    rosters: rosters.data.list.length,
    team: team.data,
    ways: ways.data,
  })
  return (
    <Page title={words.title}>
      {steps.some(({ done }) => !done) && <GettingReady steps={steps} />}
      <OverviewFigures hasRoster={rosters.data.list.length > 0} />
      <Columns
        beside={
          <>
            <DutyNow />
            <LatestFeedback />
          </>
        }
      >
        <Attention />
      </Columns>
    </Page>
  )
}

function DutyNow() {
  const { overview: words } = useConsoleWords()
  const duty = useQuery(queries.duty.preview())
  return (
    <Card title={words.duty}>
      {duty.isError && <LoadError error={duty.error} retry={duty.refetch} />}
      {duty.isPending && <Loading />}
      {duty.data && <DutySummary duty={duty.data.now} />}
      <Group>
        <LinkButton href={`${pages.console}/duty`}>{words.changeDuty}</LinkButton>
      </Group>
    </Card>
  )
}

function LatestFeedback() {
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

function OverviewFigures({ hasRoster }: { hasRoster: boolean }) {
  const { overview } = useConsoleWords()
  const { figures: words } = overview
  const lang = useLang()
  const now = useClock()
  const detail = useQuery(queries.statistics.detail())
  const { weeks, gaps } = useWeekAhead()
  const [gap] = gaps
  const [last, current] = detail.data?.weeks.slice(-2) ?? []
  const statistics = `${pages.console}/statistics`
  // The error is shown by Attention, which runs the same query.
  if (detail.isError || weeks.isError) return null
  if (!detail.data || !weeks.data || !last || !current) return <FiguresToCome />
  const open = detail.data.open.reduce((all, { count }) => all + count, 0)
  const done = (week: typeof last) => week.finished + week.unrepairable
  const figures = [
    { name: words.open, href: pages.desk, value: open },
    { name: words.unclaimed, href: unclaimed, value: detail.data.unclaimed },
    { name: words.received, href: statistics, value: current.created, about: words.lastWeek(last.created) },
    { name: words.finished, href: statistics, value: done(current), about: words.lastWeek(done(last)) },
    {
      name: words.gap,
      href: gap ? `${pages.console}/leaves` : `${pages.console}/rosters`,
      value: gap ? dayName(gap.from, lang, now) : hasRoster ? words.noGap : words.noRoster,
      about: gap && [words.shift(gap.shift), ...gap.gaps.map((one) => overview.gaps[one])].join(overview.and),
    },
  ]
  return <FigureLinks label={words.title} kind="overview" figures={figures} />
}

/** As large as the figures will be. */
function FiguresToCome() {
  const { figures: words } = useConsoleWords().overview
  const blank = '\u00a0'
  const statistics = `${pages.console}/statistics`
  const figures = [
    { name: words.open, href: pages.desk, value: blank },
    { name: words.unclaimed, href: unclaimed, value: blank },
    { name: words.received, href: statistics, value: blank, about: blank },
    { name: words.finished, href: statistics, value: blank, about: blank },
    { name: words.gap, href: `${pages.console}/rosters`, value: blank, about: blank },
  ]
  return <FigureLinks label={words.title} kind="overview" figures={figures} />
}
