import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useConsoleWords } from '#web/pages/console/words.ts'
import { Attention } from './Attention.tsx'
import { DutyNow } from './DutyNow.tsx'
import { GettingReady, setUpStepsOf } from './GettingReady.tsx'
import { LatestFeedback } from './LatestFeedback.tsx'
import { OverviewFigures } from './OverviewFigures.tsx'

export function Overview() {
  const { overview: words } = useConsoleWords()
  const settings = useSettings()
  const members = useQuery(queries.members.list({ count: 2 }))
  const rosters = useQuery(queries.rosters.list())
  const team = useTeam()
  const ways = useQuery(queries.me.ways())
  const asked = [settings, members, rosters, team, ways]
  const failed = asked.find(({ error }) => error)?.error
  if (failed) return <LoadError error={failed} retry={() => Promise.all(asked.map(({ refetch }) => refetch()))} />
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
      <OverviewFigures />
      <DutyNow />
      <Attention />
      <LatestFeedback />
    </Page>
  )
}
