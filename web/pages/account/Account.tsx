import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { accountPage, choicesPage, pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { GroupNav } from '#web/components/GroupNav.tsx'
import { LogOutButton } from '#web/components/LogOutButton.tsx'
import { Page } from '#web/components/Page.tsx'
import { forRole } from '#web/components/RequireRole.tsx'
import { LoginMethods } from '#web/components/sign-in/LoginMethods.tsx'
import { api, refreshMe } from '#web/data/api.ts'
import { type Me, useMe, useTeam } from '#web/data/hooks.ts'
import { forgetVisitors } from '#web/data/offline-visitors.ts'
import { forgetSessionInAllTabs, revokeSession } from '#web/data/tabs.ts'
import { atDesk } from '#web/lib/at-desk.ts'
import { useCarriedCode } from '#web/lib/carried-code.ts'
import { ApproveDevice } from './ApproveDevice.tsx'
import { useAccountGroups } from './groups.ts'
import { Notices } from './Notices.tsx'
import { useAccountWords } from './words.ts'

export const Account = forRole('user', AccountPage)

function AccountPage() {
  const isLinked = useSearch() === choicesPage.search
  const me = useMe()
  if (isLinked) return <Redirect to={accountPage('messages')} replace />
  return me.data ? <AccountIndex me={me.data} /> : null
}

/** The logged-in user, what needs attention, and the groups of pages. */
function AccountIndex({ me }: { me: Me }) {
  const words = useAccountWords()
  const groups = useAccountGroups()
  const pairing = useCarriedCode('pair')
  const [pairingFirst] = useState(pairing !== undefined)
  const [newsFirst] = useState(me.notices > 0)
  const [, go] = useLocation()
  const logOut = useAction({
    work: revokeSession,
    onSuccess: () => {
      forgetSessionInAllTabs()
      go(pages.portal)
    },
  })
  return (
    <Page title={words.title} about={!me.guest && words.as(me.member?.name || me.name || me.phone || words.unnamed)}>
      {pairingFirst && <ApproveDevice isMember={me.member !== null} />}
      {newsFirst && <Notices unseen={me.notices} />}
      {me.guest && me.member && <AsMember member={me.member} />}
      {me.guest && <GuestAccount />}
      <GroupNav label={words.groups} groups={groups} />
      {!me.guest && me.member && <AsMember member={me.member} />}
      <ErrorAlert>{logOut.formError}</ErrorAlert>
      <Group>
        {me.guest ? (
          <ConfirmButton
            label={words.logOut}
            action={logOut}
            question={words.guestLogOut}
            confirm={words.guestLogOutSure}
          />
        ) : (
          <LogOutButton action={logOut}>{words.logOut}</LogOutButton>
        )}
      </Group>
    </Page>
  )
}

function AsMember({ member }: { member: NonNullable<Me['member']> }) {
  const words = useAccountWords()
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
    <Card title={words.member}>
      <Text>{words.memberAs(member.name, member.admin)}</Text>
      <ErrorAlert>{out.formError}</ErrorAlert>
      <Group>
        <LinkButton href={`${pages.desk}/hours`}>{words.hours}</LinkButton>
        <LogOutButton action={out}>{words.memberOut}</LogOutButton>
      </Group>
    </Card>
  )
}

function GuestAccount() {
  const words = useAccountWords()
  const { wechat, mail, sso } = useTeam().data?.logins ?? {}
  return (
    <Stack gap="lg">
      <Card title={words.guest}>
        <Text>{words.guestText}</Text>
        <Text>{wechat || mail || sso ? words.guestMerge : words.guestSpare}</Text>
      </Card>
      <LoginMethods merging />
    </Stack>
  )
}
