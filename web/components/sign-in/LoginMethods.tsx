import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { codeFrom, wholeDigits } from '#client/code.ts'
import { Failure } from '#contract/client.ts'
import { guestCode } from '#contract/people/login.ts'
import { pages } from '#contract/team/pages.ts'
import { AddressQr } from '#web/components/AddressQr.tsx'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Field, Form, useText } from '#web/components/Form.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { api } from '#web/data/api.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { addressWith } from '#web/lib/carried-code.ts'
import { codePage, mailedCode } from '#web/lib/mailed-code.ts'
import { isTicketPage, nextFrom } from '#web/lib/next.ts'
import { rememberMe, useRememberMe, useSharedComputer } from '#web/lib/remember-me.ts'
import { AnotherCode } from './AnotherCode.tsx'
import { ByOtherTab, useOtherTabs } from './ByOtherTab.tsx'
import { BySchool } from './BySchool.tsx'
import { useLogin } from './login.ts'
import { useSignInWords } from './words.ts'

/** `merging`: for a guest who proves an identity. `apart`: for a page that waits for a known person. */
export function LoginMethods({ merging = false, apart = false }: { merging?: boolean; apart?: boolean }) {
  const words = useSignInWords()
  const team = useTeam()
  const neighbours = useOtherTabs()
  const search = useSearch()
  const [pairing, setPairing] = useState(false)
  if (team.isPending) return <Loading />
  if (team.isError) return <LoadError error={team.error} retry={team.refetch} />
  const { demo, wechat, mail, sso } = team.data.logins
  // A new guest has no ticket that a link could lead to.
  const guest = team.data.logins.guest && !(isTicketPage(nextFrom(search)) && (mail || sso || wechat || demo))
  return (
    <Stack gap="md">
      {!merging && neighbours.length > 0 && <ByOtherTab neighbours={neighbours} />}
      {sso && <BySchool apart={apart} />}
      {wechat && <ByPairing about={words.pairWechat} />}
      {mail && <ByMail />}
      {demo && !merging && <ByDemo />}
      {guest && !merging && !apart && <ByGuest alone={!(mail || sso || wechat || demo)} />}
      <RememberMe />
      {!wechat &&
        !merging &&
        (pairing ? (
          <ByPairing about={words.pairOther} />
        ) : (
          <Button variant="subtle" onClick={() => setPairing(true)}>
            {words.pairShow}
          </Button>
        ))}
    </Stack>
  )
}

function ByDemo() {
  const words = useSignInWords()
  const [code, setCode] = useState('')
  const login = useLogin(words.demoCode)
  return (
    <Card title={words.demo} about={words.demoText}>
      <Form action={login} submit={words.logIn} onSubmit={() => login.submit({ code })}>
        <Field action={login} name="code" value={code} onText={setCode} autoComplete="username" />
      </Form>
    </Card>
  )
}

/** A guest is known by the token alone. */
function ByGuest({ alone }: { alone: boolean }) {
  const words = useSignInWords()
  const login = useLogin()
  const stays = useRememberMe()
  return (
    <Card title={words.guest} about={stays ? words.guestText : words.guestOfTab}>
      <ErrorAlert>{login.formError}</ErrorAlert>
      <Group>
        <Button
          px="sm"
          variant={alone ? 'filled' : 'default'}
          onClick={() => login.submit({ code: guestCode })}
          loading={login.busy}
        >
          {words.guestGo}
        </Button>
      </Group>
    </Card>
  )
}

function ByMail() {
  const words = useSignInWords()
  const mail = useText('mail')
  const isCodePage = useSearch() === codePage
  const [sentTo, setSentTo] = useState(() => (isCodePage ? mailedCode.read()?.mail : undefined))
  const [isElsewhere] = useState(isCodePage && sentTo === undefined)
  const [here] = useLocation()
  const search = useSearch()
  const send = useAction({
    work: (to: string) => api.session.mail({ mail: to }),
    onSuccess: (_, to) => {
      mailedCode.keep({ mail: to, next: here === pages.signIn ? nextFrom(search) : here })
      setSentTo(to)
    },
    fields: { mail: words.mailAddress },
  })
  return (
    <Card title={words.mail}>
      {sentTo === undefined ? (
        <Form action={send} submit={words.sendCode} onSubmit={() => send.submit(mail.value.trim())}>
          {isElsewhere && <Text size="sm">{words.mailElsewhere}</Text>}
          <Field action={send} {...mail} inputMode="email" autoComplete="email" />
        </Form>
      ) : (
        <TypeCode sentTo={sentTo} back={() => setSentTo(undefined)} />
      )}
    </Card>
  )
}

function TypeCode({ sentTo, back }: { sentTo: string; back: () => void }) {
  const words = useSignInWords()
  const code = useText('code')
  const login = useLogin(words.mailCode)
  const submit = (typed: string) => login.submit({ code: codeFrom(typed, 'mail'), mail: sentTo })
  const onText = (typed: string) => {
    code.onText(typed)
    if (wholeDigits(typed)) submit(typed)
  }
  const submitLinked = useEffectEvent(() => {
    const linked = mailedCode.takeLinked()
    if (linked === undefined) return
    code.onText(linked)
    submit(linked)
  })
  useEffect(() => submitLinked(), [])
  const other = (
    <Button variant="subtle" onClick={back}>
      {words.otherMail}
    </Button>
  )
  return (
    <>
      <Form action={login} submit={words.logIn} onSubmit={() => submit(code.value)} beside={other}>
        <Text size="sm" role="status">
          {words.mailSent(sentTo)}
        </Text>
        <Field action={login} {...code} onText={onText} inputMode="numeric" autoComplete="one-time-code" autoFocus />
      </Form>
      <AnotherCode send={() => api.session.mail({ mail: sentTo })} sentAgain={words.sentAgain} />
    </>
  )
}

/** Shows a code for another device to approve, and polls every two seconds. */
function ByPairing({ about }: { about: string }) {
  const words = useSignInWords()
  const login = useLogin()
  const pair = useQuery(queries.pairing.code())
  const address = `${useTeam().data?.url ?? ''}${pages.account}`
  const secret = pair.data?.secret
  const paired = useQuery({
    ...queries.pairing.approved(secret),
    enabled: secret !== undefined && !login.busy && !login.done,
    refetchInterval: 2_000,
  })
  const code = paired.data?.code
  const logIn = useEffectEvent((given: string) => login.submit({ code: given }))
  useEffect(() => {
    if (code) logIn(code)
  }, [code])
  const renew = useEffectEvent(() => void pair.refetch())
  const over = paired.error instanceof Failure && paired.error.code === 'code_refused'
  useEffect(() => {
    // The code has expired after five minutes.
    if (over) renew()
  }, [over])
  return (
    <Card title={words.pair} about={about}>
      {pair.isError && <LoadError error={pair.error} retry={pair.refetch} />}
      {pair.isPending && <Loading />}
      {pair.data && (
        <Stack align="center" gap="xs">
          <AddressQr page={address} address={addressWith(address, pair.data.pair)} label={words.pairCode} />
          <Code fz="md">{pair.data.pair}</Code>
          <Text variant="secondary">{words.pairWaiting}</Text>
        </Stack>
      )}
      <ErrorAlert>{login.formError}</ErrorAlert>
    </Card>
  )
}

// A phone or tablet is hardly a shared computer.
const isComputer = matchMedia('(any-pointer: fine)').matches

function RememberMe() {
  const words = useSignInWords()
  const stays = useRememberMe()
  const shared = useSharedComputer()
  return (
    <Stack gap="sm">
      <Checkbox
        label={words.stay}
        description={stays ? words.stayText : words.stayNot}
        checked={stays}
        onChange={(event) => rememberMe.choose(event.currentTarget.checked)}
      />
      {isComputer && (
        <Checkbox
          label={words.shared}
          description={words.sharedText}
          checked={shared}
          onChange={(event) => rememberMe.share(event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}
