import { Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { PhoneLink } from '#web/components/PhoneLink.tsx'
import { Time } from '#web/components/Time.tsx'
import { useWords } from '#web/components/words.ts'
import { type Member, queries } from '#web/data/queries.ts'
import { PagedRows } from '#web/pages/console/PagedRows.tsx'
import { InviteMember } from './InviteMember.tsx'
import { InviteSeveral } from './InviteSeveral.tsx'
import { MemberDetails } from './MemberDetails.tsx'
import css from './members.module.css'
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
        <Card title={words.several} about={words.inviteAbout}>
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

function MemberRow({ member, open, toggle }: { member: Member; open: boolean; toggle: () => void }) {
  const shell = useWords()
  const words = useMemberWords()
  const { name, phone, stuid, role, active, linked, hasFactor, lastSeen } = member
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <div className={css['member']}>
          <Group gap="xs">
            <Text
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
              {...(active ? {} : { c: 'dimmed', td: 'line-through' })}
            >
              {name}
            </Text>
            {role === 'admin' && active && <Badge variant="light">{words.isAdmin}</Badge>}
            {!active && <Badge variant="default">{words.removed}</Badge>}
            {active && hasFactor && <Badge variant="default">{words.hasFactor}</Badge>}
            {active && !linked && <Badge variant="default">{words.notLinked}</Badge>}
          </Group>
          <Text variant="secondary">
            {stuid}
            {stuid && phone && ' · '}
            {phone && <PhoneLink phone={phone} />}
          </Text>
          <Text variant="secondary">
            {lastSeen ? (
              <>
                {words.lastSeen} <Time at={lastSeen} />
              </>
            ) : (
              words.never
            )}
          </Text>
        </div>
        <Button
          variant="default"
          aria-expanded={open}
          aria-label={`${open ? shell.close : shell.edit}: ${name}`}
          onClick={toggle}
          flex="none"
        >
          {open ? shell.close : shell.edit}
        </Button>
      </Group>
      {open && <MemberDetails member={member} />}
    </Stack>
  )
}
