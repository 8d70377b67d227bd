import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Lang } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, TextField } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { LogOutButton } from '#web/components/LogOutButton.tsx'
import { Page } from '#web/components/Page.tsx'
import { forRole } from '#web/components/RequireRole.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { languageOptions, switchLanguage } from '#web/components/Switches.tsx'
import { LoginMethods } from '#web/components/sign-in/LoginMethods.tsx'
import { useWords } from '#web/components/words.ts'
import { api, refreshMe } from '#web/data/api.ts'
import { type Me, useMe, useTeam } from '#web/data/hooks.ts'
import { changesIn } from '#web/data/merge.ts'
import { queries } from '#web/data/queries.ts'
import { forgetSessionInAllTabs, revokeSession } from '#web/data/tabs.ts'
import { forgetVisitors } from '#web/data/waiting.ts'
import { atDesk } from '#web/lib/at-desk.ts'
import { useCarriedCode } from '#web/lib/carried-code.ts'
import { useLang } from '#web/lib/language.ts'
import { useChanges } from '#web/lib/unsaved.ts'
import { ApproveDevice } from './ApproveDevice.tsx'
import { MessageChoices } from './MessageChoices.tsx'
import { MyData } from './MyData.tsx'
import { Notices } from './Notices.tsx'
import { Password, SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { useAccountWords } from './words.ts'

export const Account = forRole('user', AccountPage)

function AccountPage() {
  const words = useAccountWords()
  const me = useMe()
  const pairing = useCarriedCode('pair')
  const [pairingFirst] = useState(pairing !== undefined)
  const [newsFirst] = useState(() => (me.data?.notices ?? 0) > 0)
  const [, go] = useLocation()
  const late = useLateParts(me.data?.member != null)
  const logOut = useAction({
    work: revokeSession,
    onSuccess: () => {
      forgetSessionInAllTabs()
      go(pages.portal)
    },
  })
  if (!me.data) return null
  const approve = <ApproveDevice isMember={me.data.member !== null} />
  return (
    <Page
      title={words.title}
      about={
        me.data.guest ? words.asGuest : words.as(me.data.member?.name || me.data.name || me.data.phone || words.unnamed)
      }
      action={!me.data.guest && <LogOutButton action={logOut}>{words.logOut}</LogOutButton>}
    >
      <ErrorAlert>{logOut.formError}</ErrorAlert>
      {pairingFirst && approve}
      {newsFirst && <Notices unseen={me.data.notices} />}
      {me.data.guest && <GuestAccount />}
      <Profile name={me.data.name} phone={me.data.phone} />
      <Language />
      {late && <Skeleton heights={[420, 240, 240]} />}
      {/* They ask at once, and appear together: each would push down the next. */}
      <Stack gap="lg" {...(late && { display: 'none' })}>
        <MessageChoices ready={!late} />
        {me.data.member && <AsMember member={me.data.member} />}
        <SendFeedback />
        <Sessions />
        {!pairingFirst && approve}
        {!newsFirst && <Notices unseen={me.data.notices} />}
        <MyData />
      </Stack>
      {me.data.guest && (
        <ConfirmButton
          label={words.logOut}
          action={logOut}
          question={words.guestLogOut}
          confirm={words.guestLogOutSure}
        />
      )}
    </Page>
  )
}

/** Whether a part of the page whose height depends on an answer still waits for it. */
function useLateParts(isMember: boolean): boolean {
  const notify = useQuery(queries.notify.choices())
  const sessions = useQuery(queries.sessions.list())
  const ways = useQuery({ ...queries.me.ways(), enabled: isMember })
  return notify.isPending || sessions.isPending || (isMember && ways.isPending)
}

function Language() {
  const words = useAccountWords()
  const lang = useLang()
  return (
    <Card title={words.language} about={words.languageAbout}>
      <NativeSelect
        aria-label={words.language}
        value={lang}
        data={languageOptions}
        onChange={(event) => switchLanguage(event.currentTarget.value as Lang)} // one of the options above
      />
    </Card>
  )
}

function AsMember({ member }: { member: NonNullable<Me['member']> }) {
  const words = useAccountWords()
  const ways = useQuery(queries.me.ways())
  const out = useAction({
    work: () => api.members.logout(),
    toast: words.memberOutDone,
    onSuccess: async () => {
      // Pages that work offline are for members only.
      atDesk.set(undefined)
      await forgetVisitors()
      await refreshMe()
    },
  })
  return (
    <>
      <Card title={words.member}>
        <Text>{words.memberAs(member.name, member.admin)}</Text>
        <ErrorAlert>{out.formError}</ErrorAlert>
        <Group>
          <LinkButton href={`${pages.desk}/hours`}>{words.hours}</LinkButton>
          <LogOutButton action={out}>{words.memberOut}</LogOutButton>
        </Group>
      </Card>
      {ways.data && <Password member={member} ways={ways.data} />}
      {ways.data && <SecondFactor ways={ways.data} />}
    </>
  )
}

function GuestAccount() {
  const words = useAccountWords()
  const { wechat, mail, sso } = useTeam().data?.logins ?? {}
  return (
    <>
      <Card title={words.guest}>
        <Text>{words.guestText}</Text>
        <Text>{wechat || mail || sso ? words.guestMerge : words.guestSpare}</Text>
      </Card>
      <LoginMethods merging />
    </>
  )
}

function SendFeedback() {
  const words = useAccountWords()
  const [content, setContent] = useState('')
  const report = useIdempotentCall(api.users.report)
  const send = useAction({
    work: () => report({ content: content.trim() }),
    toast: words.thanks,
    onSuccess: () => setContent(''),
    fields: { content: words.content },
  })
  return (
    <Card title={words.feedback} about={words.feedbackAbout}>
      <Form action={send} submit={words.send} onSubmit={() => send.submit()} changed={content.trim() !== ''}>
        <TextField action={send} name="content" value={content} onText={setContent} />
      </Form>
    </Card>
  )
}

function Profile(known: { name: string; phone: string }) {
  const { save, saved } = useWords()
  const words = useAccountWords()
  const [name, setName] = useState(known.name)
  const [phone, setPhone] = useState(known.phone)
  const values = { name: name.trim(), phone: phone.trim() }
  const [read, setRead] = useState(values)
  const changes = useChanges(values)
  const form = useAction({
    // Send changed fields only: another device may have changed the others.
    work: (sent: typeof values) => api.users.update(changesIn(read, sent)),
    toast: saved,
    onSuccess: (_, sent) => {
      changes.saved(sent)
      setRead(sent)
      return refreshMe()
    },
    fields: { name: words.name, phone: words.phone },
  })
  return (
    <Card title={words.profile} about={words.profileAbout}>
      <Form action={form} submit={save} onSubmit={() => form.submit(values)} changed={changes.changed}>
        <Field action={form} name="name" value={name} onText={setName} autoComplete="name" maxLength={limits.name} />
        <Field action={form} name="phone" value={phone} onText={setPhone} inputMode="tel" autoComplete="tel" />
      </Form>
    </Card>
  )
}
