import { Group, Progress, Stack, Text } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { RequireRole } from '#web/components/RequireRole.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { InviteMember } from '#web/pages/console/members/InviteMember.tsx'
import { FirstTeamSettings } from '#web/pages/console/settings/TeamSettings.tsx'
import { FirstAdmin } from './FirstAdmin.tsx'
import { OpeningHours } from './OpeningHours.tsx'
import { SetUpDone } from './SetUpDone.tsx'
import { useSetUpWords } from './words.ts'

const steps = ['you', 'team', 'hours', 'members', 'done'] as const
type Step = (typeof steps)[number]

/** The role decides the first step, the address the others, so that going back and reloading work. */
function stepOf({ admin, search }: { admin: boolean; search: string }): Step {
  if (!admin) return 'you'
  const wanted = new URLSearchParams(search).get('step')
  return steps.slice(1).find((step) => step === wanted) ?? 'team'
}

/** Sets up a team. Each step saves its own input, so that a person can leave and continue later. */
export function SetUp() {
  const me = useMe()
  const team = useTeam()
  const search = useSearch()
  const failed = me.error ?? team.error
  if (failed) return <LoadError error={failed} retry={() => Promise.all([me.refetch(), team.refetch()])} />
  if (me.isPending || !team.data) return <Loading />
  const step = stepOf({ admin: me.data?.member?.admin === true, search })
  // An administrator exists already, so the rest needs one.
  if (step === 'you' && !team.data.needsAdmin) return <RequireRole who="admin">{null}</RequireRole>
  return <Steps key={step} step={step} />
}

function Steps({ step }: { step: Step }) {
  const words = useSetUpWords()
  const number = steps.indexOf(step) + 1
  return (
    <Page title={words.title}>
      <Stack gap={6}>
        <Text variant="secondary">
          {words.step(number, steps.length)} · {words.steps[step]}
        </Text>
        <Progress value={(number / steps.length) * 100} aria-label={words.step(number, steps.length)} />
      </Stack>
      <Text>{words[step]}</Text>
      <StepContent step={step} />
      {number > 1 && step !== 'done' && <Text variant="secondary">{words.later}</Text>}
    </Page>
  )
}

function StepContent({ step }: { step: Step }) {
  const words = useSetUpWords()
  switch (step) {
    case 'you':
      return <FirstAdmin />
    case 'team':
    case 'hours':
      return <SettingsStep step={step} />
    case 'members':
      return (
        <>
          <Card title={words.steps.members}>
            <InviteMember short />
          </Card>
          <NextStepLink to="done" name={words.next} />
        </>
      )
    case 'done':
      return <SetUpDone />
  }
}

function SettingsStep({ step }: { step: 'team' | 'hours' }) {
  const words = useSetUpWords()
  const settings = useSettings()
  const [, go] = useLocation()
  if (settings.isPending) return <Loading />
  if (settings.isError) return <LoadError error={settings.error} retry={settings.refetch} />
  const goOn = (to: Step) => () => go(`${pages.setUp}?step=${to}`)
  if (step === 'team') return <FirstTeamSettings known={settings.data} submit={words.goOn} onSaved={goOn('hours')} />
  return (
    <>
      <OpeningHours known={settings.data} onSaved={goOn('members')} />
      <NextStepLink to="members" name={words.skip} />
    </>
  )
}

function NextStepLink({ to, name }: { to: Step; name: string }) {
  return (
    <Group>
      <LinkButton href={`${pages.setUp}?step=${to}`} variant="subtle">
        {name}
      </LinkButton>
    </Group>
  )
}
