import { Button, Group } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { codeFrom } from '#client/code.ts'
import { guestCode } from '#contract/people/login.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Field, Form, PasswordField, useText } from '#web/components/Form.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { ByOtherTab, useOtherTabs } from '#web/components/sign-in/ByOtherTab.tsx'
import { BySchool } from '#web/components/sign-in/BySchool.tsx'
import { LoginMethods } from '#web/components/sign-in/LoginMethods.tsx'
import { useLogin } from '#web/components/sign-in/login.ts'
import { becomeMember, refreshMe } from '#web/data/api.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { forgetCarriedCode, useCarriedCode } from '#web/lib/carried-code.ts'
import { landingOf, nextFrom } from '#web/lib/next.ts'
import { welcome } from '#web/lib/welcome.ts'
import { useJoinWords } from './words.ts'

export function Join() {
  const words = useJoinWords()
  const me = useMe()
  const team = useTeam()
  const search = useSearch()
  const carried = useCarriedCode('inv')
  if (me.isPending || (carried && team.isPending)) return <Loading />
  if (me.isError) return <LoadError error={me.error} retry={me.refetch} />
  if (me.data?.member) return <Redirect to={landingOf(nextFrom(search), me.data)} replace />
  if (!me.data && carried && team.data && isGuestOnly(team.data.logins)) return <AsGuest />
  const about = me.data ? words.about : carried ? words.invited : words.signInFirst
  return (
    <Page title={words.title} about={about}>
      {me.data ? <MemberWays linked={me.data.linked} /> : <LoginMethods />}
    </Page>
  )
}

/** How a logged-in person becomes a member here. `apart` means that the page must not be left. */
export function MemberWays({ linked, apart = false }: { linked: boolean; apart?: boolean }) {
  const team = useTeam()
  const neighbours = useOtherTabs()
  return (
    <>
      {apart && neighbours.length > 0 && <ByOtherTab neighbours={neighbours} />}
      {linked && <RejoinCard />}
      {team.data?.logins.sso && <BySchool apart={apart} />}
      <ByCode welcomes={!apart && !linked} />
      <ByPassword />
    </>
  )
}

/** If the team has no accounts, an invitation alone is enough to join. */
const isGuestOnly = ({ guest, ...others }: Record<string, boolean>) => guest && !Object.values(others).includes(true)

function AsGuest() {
  const login = useLogin()
  const come = useEffectEvent(() => login.submit({ code: guestCode }))
  useEffect(() => come(), [])
  return login.failure ? (
    <LoadError error={login.failure} retry={() => login.submit({ code: guestCode })} />
  ) : (
    <Loading />
  )
}

function RejoinCard() {
  const words = useJoinWords()
  const login = useAction({ work: () => becomeMember({ code: '' }), onSuccess: refreshMe, skipReauth: true })
  return (
    <Card title={words.before} about={words.beforeText}>
      <ErrorAlert>{login.formError}</ErrorAlert>
      <Group>
        <ActionButton action={login}>{words.goOn}</ActionButton>
      </Group>
    </Card>
  )
}

/** The code of an administrator. If it came by the address, it is submitted at once. */
function ByCode({ welcomes }: { welcomes: boolean }) {
  const words = useJoinWords()
  const carried = useCarriedCode('inv')
  const [code, setCode] = useState(carried ?? '')
  const login = useAction({
    work: (typed: string) => becomeMember({ code: codeFrom(typed, 'inv') }),
    onSuccess: () => {
      if (welcomes) welcome.set('due')
      return refreshMe()
    },
    skipReauth: true,
    fields: { code: words.code },
    codes: { code_refused: 'code' },
  })
  const submitCarried = useEffectEvent((given: string) => {
    setCode(given)
    forgetCarriedCode()
    login.submit(given)
  })
  useEffect(() => {
    if (carried) submitCarried(carried)
  }, [carried])
  return (
    <Card alone title={words.byCode}>
      <Form action={login} submit={words.go} onSubmit={() => code.trim() && login.submit(code)}>
        <Field action={login} name="code" value={code} onText={setCode} about={words.codeAbout} autoComplete="off" />
      </Form>
    </Card>
  )
}

function ByPassword() {
  const words = useJoinWords()
  const [open, setOpen] = useState(false)
  const stuid = useText('stuid')
  const passwd = useText('passwd')
  const login = useAction({
    work: () => becomeMember({ stuid: stuid.value.trim(), passwd: passwd.value }),
    onSuccess: refreshMe,
    skipReauth: true,
    fields: { stuid: words.stuid, passwd: words.passwd },
    codes: { password_refused: 'passwd' },
  })
  if (!open) {
    return (
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {words.byPassword}
      </Button>
    )
  }
  return (
    <Card title={words.byPassword} about={words.passwordAbout}>
      <Form action={login} submit={words.go} onSubmit={() => stuid.value.trim() && login.submit()}>
        <Field action={login} {...stuid} autoComplete="username" autoFocus />
        <PasswordField action={login} {...passwd} autoComplete="current-password" />
      </Form>
    </Card>
  )
}
