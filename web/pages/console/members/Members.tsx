import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { queries } from '#web/data/queries.ts'
import { PagedRows } from '#web/pages/console/PagedRows.tsx'
import { InviteMember } from './InviteMember.tsx'
import { InviteSeveral } from './InviteSeveral.tsx'
import { MemberRow } from './MemberRow.tsx'
import { useMemberWords } from './words.ts'

export function Members() {
  const words = useMemberWords()
  const [params] = useSearchParams()
  const only = Number(params.get('id')) || undefined
  const [inviting, setInviting] = useState<'one' | 'several'>()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const stop = () => setInviting(undefined)
  const begin = (
    <Group gap="xs">
      <Button onClick={() => setInviting('one')}>{words.invite}</Button>
      <Button variant="default" onClick={() => setInviting('several')}>
        {words.several}
      </Button>
    </Group>
  )
  return (
    <Page title={words.title} about={words.about} action={!inviting && begin}>
      {inviting === 'one' && (
        <Card title={words.invite} about={words.inviteAbout}>
          <InviteMember onDone={stop} />
        </Card>
      )}
      {inviting === 'several' && (
        <Card title={words.many.title} about={words.inviteAbout}>
          <InviteSeveral onDone={stop} />
        </Card>
      )}
      {only ? (
        <Anchor component={Link} href={`${pages.console}/members`} py="sm">
          {words.all}
        </Anchor>
      ) : (
        <TextInput
          type="search"
          aria-label={words.find}
          placeholder={words.findAbout}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <MemberList only={only} search={search} clear={() => setTyped('')} />
    </Page>
  )
}

interface MemberListProps {
  /** The only member to show. */
  only: number | undefined
  search: string
  clear: () => void
}

function MemberList({ only, search, clear }: MemberListProps) {
  const words = useMemberWords()
  const [openId, setOpenId] = useState(only)
  const filter = { ...(only && { id: only }), ...(search && !only && { search }) }
  const showAll = !only && (
    <Button variant="default" onClick={clear}>
      {words.all}
    </Button>
  )
  return (
    <PagedRows
      query={(page) => queries.members.found(filter, page)}
      count={50}
      empty={{ title: words.notFound, icon: 'people', about: words.notFoundAbout, action: showAll }}
    >
      {(member) => (
        <MemberRow
          key={member.id}
          member={member}
          open={openId === member.id}
          toggle={() => setOpenId(openId === member.id ? undefined : member.id)}
        />
      )}
    </PagedRows>
  )
}
