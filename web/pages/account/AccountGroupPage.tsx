import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { type AccountGroup, pages } from '#contract/team/pages.ts'
import { GroupNav, GroupPage } from '#web/components/GroupNav.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { forRole } from '#web/components/RequireRole.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { type Me, useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useScrollTo } from '#web/lib/scroll.ts'
import { ApproveDevice } from './ApproveDevice.tsx'
import { Feedback } from './Feedback.tsx'
import { isAccountGroup, useAccountGroups } from './groups.ts'
import { MessageChoices } from './MessageChoices.tsx'
import { MyData } from './MyData.tsx'
import { Notices } from './Notices.tsx'
import { OwnLanguage, Profile } from './Profile.tsx'
import { Password, SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { useAccountWords } from './words.ts'

export const AccountGroupPage = forRole('user', ShownGroup)

function ShownGroup() {
  const { group } = useParams<{ group: string }>()
  const words = useAccountWords()
  const me = useMe()
  const here = isAccountGroup(group) ? group : undefined
  const groups = useAccountGroups(here)
  if (!here) return <NotFound />
  if (!me.data) return null
  return (
    <GroupPage
      key={here}
      title={words.group[here].name}
      index={{ name: words.title, title: words.title, href: pages.account }}
      nav={<GroupNav label={words.groups} groups={groups} brief />}
    >
      <Sections of={here} me={me.data} />
    </GroupPage>
  )
}

function Sections({ of, me }: { of: AccountGroup; me: Me }) {
  switch (of) {
    case 'profile':
      return (
        <>
          <Profile name={me.name} phone={me.phone} />
          <OwnLanguage />
        </>
      )
    case 'messages':
      return <MessageChoices />
    case 'login':
      return <Login me={me} />
    case 'feedback':
      return <Feedback />
    case 'data':
      return <MyData />
  }
}

function Login({ me }: { me: Me }) {
  const isMember = me.member !== null
  const [newsFirst] = useState(me.notices > 0)
  const sessions = useQuery(queries.sessions.list())
  const ways = useQuery({ ...queries.me.ways(), enabled: isMember })
  const late = sessions.isPending || (isMember && ways.isPending)
  const section = location.hash.slice(1)
  useScrollTo(!late && section !== '', () => document.getElementById(section))
  return (
    <>
      {late && <Skeleton heights={[240, 240, 240]} />}
      {/* They ask at once, and appear together: each would push down the next. */}
      <Stack gap="lg" {...(late && { display: 'none' })}>
        {newsFirst && <Notices unseen={me.notices} />}
        <Sessions />
        {me.member && ways.data && <Password member={me.member} ways={ways.data} />}
        {ways.data && <SecondFactor ways={ways.data} />}
        <ApproveDevice isMember={isMember} />
        {!newsFirst && <Notices unseen={me.notices} />}
      </Stack>
    </>
  )
}
