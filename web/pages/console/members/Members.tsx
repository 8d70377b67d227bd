import { Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { PhoneLink } from '#web/components/PhoneLink.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { Time } from '#web/components/Time.tsx'
import { useWords } from '#web/components/words.ts'
import { type Member, queries } from '#web/data/queries.ts'
import { InviteMember } from './InviteMember.tsx'
import { InviteSeveral } from './InviteSeveral.tsx'
import { MemberDetails } from './MemberDetails.tsx'
import css from './members.module.css'
import { type MemberSort, memberSorts, sortedMembers } from './sorted.ts'
import { useMemberWords } from './words.ts'

export function Members() {
  const words = useMemberWords()
  const [params] = useSearchParams()
  const only = Number(params.get('id')) || undefined
  const [inviting, setInviting] = useState<'one' | 'several'>()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [sort, setSort] = useState<MemberSort>('newest')
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
        <div className={css['choices']}>
          <TextInput
            type="search"
            label={words.find}
            placeholder={words.findAbout}
            leftSection={<Icon name="search" />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <SelectField
            label={words.sort}
            value={sort}
            onChange={setSort}
            data={memberSorts.map((value) => ({ value, label: words.sorts[value] }))}
          />
        </div>
      )}
      <MemberList only={only} search={search} sort={sort} clear={() => setTyped('')} />
    </Page>
  )
}

interface MemberListProps {
  only: number | undefined
  search: string
  sort: MemberSort
  clear: () => void
}

function MemberList({ only, search, sort, clear }: MemberListProps) {
  const words = useMemberWords()
  const [openId, setOpenId] = useState(only)
  const filter = { ...(only && { id: only }), ...(search && !only && { search }) }
  const showAll = !only && (
    <Button variant="default" onClick={clear}>
      {words.all}
    </Button>
  )
  return (
    <Paged
      query={(page) => queries.members.found(filter, page)}
      count={limits.page}
      empty={<EmptyState title={words.notFound} icon="people" about={words.notFoundAbout} action={showAll} />}
    >
      {(list) => (
        <div>
          {!only && <MemberHeads list={list} />}
          <Rows>
            {sortedMembers(list, sort).map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                open={openId === member.id}
                toggle={() => setOpenId(openId === member.id ? undefined : member.id)}
              />
            ))}
          </Rows>
        </div>
      )}
    </Paged>
  )
}

function MemberHeads({ list }: { list: readonly Member[] }) {
  const words = useMemberWords()
  const active = list.filter((one) => one.active).length
  return (
    <>
      <Text variant="secondary" role="status" mb="xs">
        {words.count(active, list.length - active)}
      </Text>
      {/* On a phone a row says what it shows. */}
      <div className={css['heads']} aria-hidden="true">
        {words.heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
    </>
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
            {role === 'admin' && active && <Badge>{words.isAdmin}</Badge>}
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
                <span className={css['lastSeen']}>{words.lastSeen} </span>
                <Time at={lastSeen} />
              </>
            ) : (
              words.never
            )}
          </Text>
        </div>
        <Button
          variant="default"
          className={css['edit'] ?? ''}
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
