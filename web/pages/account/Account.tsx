import { Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Lang } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { LogOutButton } from '#web/components/LogOutButton.tsx'
import { Page } from '#web/components/Page.tsx'
import { RequireRole } from '#web/components/RequireRole.tsx'
import { languageOptions, switchLanguage } from '#web/components/Switches.tsx'
import { api, refreshMe } from '#web/data/api.ts'
import { type Me, useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { forgetSessionInAllTabs, revokeSession } from '#web/data/tabs.ts'
import { forgetVisitors } from '#web/data/waiting.ts'
import { atDesk } from '#web/lib/at-desk.ts'
import { useCarriedCode } from '#web/lib/carried-code.ts'
import { useLang } from '#web/lib/language.ts'
import { ApproveDevice } from './ApproveDevice.tsx'
import { GuestAccount } from './GuestAccount.tsx'
import { MessageChoices } from './MessageChoices.tsx'
import { MyData } from './MyData.tsx'
import { Notices } from './Notices.tsx'
import { Password } from './Password.tsx'
import { Profile } from './Profile.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SendFeedback } from './SendFeedback.tsx'
import { Sessions } from './Sessions.tsx'
import { useAccountWords } from './words.ts'

export function Account() {
  return (
    <RequireRole who="user">
      <AccountPage />
    </RequireRole>
  )
}

function AccountPage() {
  const words = useAccountWords()
  const me = useMe()
  const pairing = useCarriedCode('pair')
  const [pairingFirst] = useState(pairing !== undefined)
  const [newsFirst] = useState(() => (me.data?.notices ?? 0) > 0)
  const [, go] = useLocation()
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
      <MessageChoices />
      {me.data.member && <AsMember member={me.data.member} />}
      <SendFeedback />
      <Sessions />
      {!pairingFirst && approve}
      {!newsFirst && <Notices unseen={me.data.notices} />}
      <MyData />
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
