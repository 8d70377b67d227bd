import { Button } from '@mantine/core'
import { useState } from 'react'
import { queries } from '#web/data/queries.ts'
import { Card } from '#web/parts/Card.tsx'
import { Empty } from '#web/parts/Empty.tsx'
import { Page } from '#web/parts/Page.tsx'
import { Paged } from '#web/parts/Paged.tsx'
import { Rows } from '#web/parts/Rows.tsx'
import { Invite } from './Invite.tsx'
import { MemberRow } from './MemberRow.tsx'
import { useMemberWords } from './words.ts'

export function Members() {
  const words = useMemberWords()
  const [inviting, setInviting] = useState(false)
  const [openId, setOpenId] = useState<number>()
  const begin = <Button onClick={() => setInviting(true)}>{words.invite}</Button>
  return (
    <Page title={words.title} about={words.about} size="lg" action={!inviting && begin}>
      {inviting && (
        <Card title={words.invite} about={words.inviteAbout}>
          <Invite onDone={() => setInviting(false)} />
        </Card>
      )}
      <Paged query={queries.members.list} count={50} empty={<Empty>{words.none}</Empty>}>
        {(list) => (
          <Rows>
            {list.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                open={openId === member.id}
                toggle={() => setOpenId(openId === member.id ? undefined : member.id)}
              />
            ))}
          </Rows>
        )}
      </Paged>
    </Page>
  )
}
