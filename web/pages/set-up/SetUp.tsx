import { Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { codeFrom } from '#client/code.ts'
import { connect } from '#contract/client.ts'
import { accountPage, pages } from '#contract/team/pages.ts'
import { AddressQr, NoPhones } from '#web/components/AddressQr.tsx'
import { useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { RequireRole } from '#web/components/RequireRole.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { api, refreshMe, startSession } from '#web/data/api.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { session } from '#web/data/session.ts'
import { announceRememberedSession } from '#web/data/tabs.ts'
import { forgetCarriedCode, useCarriedCode } from '#web/lib/carried-code.ts'
import { language } from '#web/lib/language.ts'
import { reachOf } from '#web/lib/reach.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { InviteMember } from '#web/pages/console/members/InviteMember.tsx'
import { FirstTeamSettings } from '#web/pages/console/settings/TeamSettings.tsx'
import { OpeningHours } from './OpeningHours.tsx'
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
      {step === 'done' ? <Title>{words.done}</Title> : <Text>{words[step]}</Text>}
      <StepContent step={step} />
      {number > 1 && step !== 'done' && <Text variant="secondary">{words.later}</Text>}
    </Page>
  )
}

function StepContent({ step }: { step: Step }) {
  switch (step) {
    case 'you':
      return <FirstAdmin />
    case 'team':
    case 'hours':
      return <SettingsStep step={step} />
    case 'members':
      return <FirstMembers />
    case 'done':
      return <SetUpDone />
  }
}

function FirstMembers() {
  const words = useSetUpWords()
  const [invited, setInvited] = useState(false)
  return (
    <>
      <Card title={words.steps.members}>
        <InviteMember short onInvited={() => setInvited(true)} />
      </Card>
      <NextStepLink to="done" name={words.next} variant={invited ? 'filled' : 'default'} />
    </>
  )
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

function NextStepLink({
  to,
  name,
  variant = 'subtle',
}: {
  to: Step
  name: string
  variant?: 'subtle' | 'default' | 'filled'
}) {
  return (
    <Group>
      <LinkButton href={`${pages.setUp}?step=${to}`} variant={variant}>
        {name}
      </LinkButton>
    </Group>
  )
}

function SetUpDone() {
  const words = useSetUpWords()
  const me = useMe()
  const address = useTeam().data?.url ?? ''
  const roster = useQuery(queries.rosters.list()).data?.current
  return (
    <>
      {me.data?.guest && (
        <Card title={words.toAccount} about={words.guest}>
          <Group>
            <LinkButton href={accountPage('login', 'password')}>{words.toAccount}</LinkButton>
          </Group>
        </Card>
      )}
      {reachOf(address) === 'machine' ? (
        <NoPhones />
      ) : (
        <Card title={words.address} about={words.addressAbout}>
          <Stack align="center" gap="xs">
            <AddressQr page={address} label={words.address} />
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {address}
            </Text>
          </Stack>
        </Card>
      )}
      <Group>
        <LinkButton variant="filled" href={pages.console}>
          {words.toConsole}
        </LinkButton>
        <LinkButton href={`${pages.console}/rosters${roster ? `/${roster}` : ''}`}>{words.toRoster}</LinkButton>
      </Group>
    </>
  )
}

function FirstAdmin() {
  const words = useSetUpWords()
  const carried = useCarriedCode('inv')
  const [typed, setTyped] = useState({ name: '', code: carried ?? '' })
  // The token is kept until all calls succeed: a refused name must not use up the one-time code.
  const token = useRef(session.token())
  const come = useAction({
    work: async () => {
      const code = codeFrom(typed.code, 'inv')
      token.current ??= (await api.session.login({ code, keep: rememberMe.chosen() })).token
      const me = connect({ url: '', token: () => token.current, lang: language.current })
      await me.members.login({ code })
      const { id } = await me.members.checklogin()
      await me.admin.updateMember({ id, name: typed.name.trim() })
    },
    onSuccess: async () => {
      forgetCarriedCode()
      if (token.current && token.current !== session.token()) {
        await startSession(token.current)
        if (rememberMe.chosen()) announceRememberedSession()
      }
      await refreshMe()
    },
    skipReauth: true,
    fields: { name: words.yourName, code: words.codeLabel },
    codes: { code_refused: 'code', name_taken: 'name' },
  })
  useEffect(() => {
    if (carried) setTyped((before) => ({ ...before, code: carried }))
  }, [carried])
  const field = fieldsOf(come, typed, setTyped)
  return (
    <Card title={words.steps.you}>
      <Form action={come} submit={words.goOn} onSubmit={() => come.submit()}>
        <Field {...field('name')} about={words.yourNameAbout} autoComplete="name" />
        <Field {...field('code')} about={words.codeAbout} autoComplete="off" />
      </Form>
    </Card>
  )
}
