import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Link, useLocation, useSearch } from 'wouter'
import { pages } from '#contract/pages.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { Card } from '#web/parts/Card.tsx'
import { Failed } from '#web/parts/Failed.tsx'
import { Needs } from '#web/parts/Needs.tsx'
import { Page } from '#web/parts/Page.tsx'
import { useSettings } from '#web/parts/settings-form.ts'
import { Ways } from '#web/parts/sign-in/Ways.tsx'
import { Waiting } from '#web/parts/Waiting.tsx'
import { Invite } from '#web/scenes/console/members/Invite.tsx'
import { Shifts } from '#web/scenes/console/settings/Shifts.tsx'
import { Team } from '#web/scenes/console/settings/Team.tsx'
import { ByCode } from '#web/scenes/join/Join.tsx'
import { useSetUpWords } from './words.ts'

const steps = ['account', 'code', 'team', 'shifts', 'members', 'done'] as const
type Step = (typeof steps)[number]

/** The first two steps follow from who is here; the others from the address, so that going back and reloading work. */
function stepOf({ loggedIn, admin, search }: { loggedIn: boolean; admin: boolean; search: string }): Step {
  if (!loggedIn) return 'account'
  if (!admin) return 'code'
  const wanted = new URLSearchParams(search).get('step')
  return steps.slice(2).find((step) => step === wanted) ?? 'team'
}

/** From nothing to a team that works. Each step saves what it asks, so it can be left and gone on with at any point. */
export function SetUp() {
  const me = useMe()
  const team = useTeam()
  const search = useSearch()
  const failed = me.error ?? team.error
  if (failed) return <Failed error={failed} retry={() => Promise.all([me.refetch(), team.refetch()])} />
  if (me.isPending || !team.data) return <Waiting />
  const step = stepOf({ loggedIn: me.data !== null, admin: me.data?.member?.admin === true, search })
  // Somebody else has been here before: what is left is for administrators.
  if (step === 'code' && !team.data.needsAdmin) return <Needs who="admin">{null}</Needs>
  return <Steps key={step} step={step} />
}

function Steps({ step }: { step: Step }) {
  const words = useSetUpWords()
  const number = steps.indexOf(step) + 1
  return (
    <Page title={words.title} size="xs">
      <Stack gap={6}>
        <Text variant="secondary">
          {words.step(number, steps.length)} · {words.steps[step]}
        </Text>
        <Progress value={(number / steps.length) * 100} aria-label={words.step(number, steps.length)} />
      </Stack>
      <Text>{words[step]}</Text>
      <StepContent step={step} />
      {number > 2 && step !== 'done' && <Text variant="secondary">{words.later}</Text>}
    </Page>
  )
}

function StepContent({ step }: { step: Step }) {
  const words = useSetUpWords()
  const me = useMe()
  switch (step) {
    case 'account':
      return <Ways />
    case 'code':
      return <ByCode label={words.codeLabel} about={words.codeAbout} submit={words.goOn} />
    case 'team':
    case 'shifts':
      return <Saving step={step} />
    case 'members':
      return (
        <>
          <Card title={words.steps.members}>
            <Invite short />
          </Card>
          <Next to="done" name={words.next} />
        </>
      )
    case 'done':
      return (
        <>
          <Text>{words.doneText}</Text>
          {me.data?.guest && <Text>{words.guest}</Text>}
          <Group>
            <Button component={Link} href={pages.console}>
              {words.toConsole}
            </Button>
            <Button component={Link} href={pages.desk} variant="default">
              {words.toDesk}
            </Button>
          </Group>
        </>
      )
  }
}

function Saving({ step }: { step: 'team' | 'shifts' }) {
  const words = useSetUpWords()
  const settings = useSettings()
  const [, go] = useLocation()
  if (settings.isPending) return <Waiting />
  if (settings.isError) return <Failed error={settings.error} retry={settings.refetch} />
  const to = step === 'team' ? 'shifts' : 'members'
  const Group = step === 'team' ? Team : Shifts
  return (
    <>
      <Group known={settings.data} submit={words.goOn} onSaved={() => go(`${pages.setUp}?step=${to}`)} />
      <Next to={to} name={words.skip} />
    </>
  )
}

function Next({ to, name }: { to: Step; name: string }) {
  return (
    <Group>
      <Button component={Link} href={`${pages.setUp}?step=${to}`} variant="subtle">
        {name}
      </Button>
    </Group>
  )
}
