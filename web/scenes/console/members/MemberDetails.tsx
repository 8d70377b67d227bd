import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { api, lookAgain, queries } from '../../../api.ts'
import { useAction } from '../../../parts/action.ts'
import { ConfirmButton } from '../../../parts/ConfirmButton.tsx'
import { Refused } from '../../../parts/Failed.tsx'
import { Field, PasswordField } from '../../../parts/Field.tsx'
import { Form } from '../../../parts/Form.tsx'
import { say } from '../../../parts/toasts.ts'
import { useChanges } from '../../../unsaved.ts'
import { useMemberWords } from '../../../words/members.ts'
import { useWords } from '../../../words/shell.ts'
import { type Invitation, ShowCode } from './Invite.tsx'
import type { Member } from './member.ts'

const reload = () => Promise.all([queries.invalidateQueries({ queryKey: ['members'] }), lookAgain()])

/** What an administrator can do about one member. */
export function MemberDetails({ member }: { member: Member }) {
  const words = useMemberWords()
  const [made, setMade] = useState<Invitation>()
  const { id, name, role, active } = member
  const change = useAction({
    work: (wish: { admin?: boolean; active?: boolean }) => api.admin.updateMember({ id, ...wish }),
    after: reload,
  })
  const remove = useAction({ work: () => api.admin.removeMember({ id }), after: reload })
  const again = useAction({
    work: () => api.admin.invite({ id }),
    after: ({ code, link }) => setMade({ name, code, link }),
  })
  if (made) {
    return (
      <ShowCode invitation={made}>
        <Button onClick={() => setMade(undefined)}>{words.done}</Button>
      </ShowCode>
    )
  }
  const refused = change.rest ?? remove.rest ?? again.rest
  if (!active) {
    return (
      <Group>
        <Button variant="default" loading={change.busy} onClick={() => change.run({ active: true })}>
          {words.bringBack}
        </Button>
        <Refused>{refused}</Refused>
      </Group>
    )
  }
  return (
    <Stack>
      <EditMember member={member} />
      <Refused>{refused}</Refused>
      <Group>
        <ConfirmButton
          color="cyan"
          variant="default"
          question={words.newCodeQuestion}
          onConfirm={() => again.run()}
          busy={again.busy}
        >
          {words.newCode}
        </ConfirmButton>
        {role === 'admin' ? (
          <ConfirmButton
            variant="default"
            question={words.unmakeQuestion}
            onConfirm={() => change.run({ admin: false })}
            busy={change.busy}
          >
            {words.unmakeAdmin}
          </ConfirmButton>
        ) : (
          <Button variant="default" loading={change.busy} onClick={() => change.run({ admin: true })}>
            {words.makeAdmin}
          </Button>
        )}
        <ConfirmButton question={words.removeQuestion} onConfirm={() => remove.run()} busy={remove.busy}>
          {words.remove}
        </ConfirmButton>
      </Group>
    </Stack>
  )
}

function EditMember({ member: { id, ...known } }: { member: Member }) {
  const { save, saved } = useWords()
  const words = useMemberWords()
  const [wish, setWish] = useState({ name: known.name, phone: known.phone, stuid: known.stuid, passwd: '' })
  const set = (field: keyof typeof wish) => (text: string) => setWish({ ...wish, [field]: text })
  const changes = useChanges(wish)
  const keep = useAction({
    work: ({ name, phone, stuid, passwd }: typeof wish) => {
      const password = passwd === '' ? {} : { passwd }
      return api.admin.updateMember({ id, name: name.trim(), phone: phone.trim(), stuid: stuid.trim(), ...password })
    },
    after: (_, sent) => {
      changes.saved({ ...sent, passwd: '' })
      say(saved)
      setWish({ ...wish, passwd: '' })
      return reload()
    },
    fields: { name: words.name, phone: words.phone, stuid: words.stuid, passwd: words.passwdChange },
    codes: { name_taken: 'name', student_id_taken: 'stuid' },
  })
  return (
    <Form of={keep} submit={save} onSubmit={() => keep.run(wish)} changed={changes.changed}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field of={keep} name="name" value={wish.name} onText={set('name')} autoComplete="off" />
        <Field of={keep} name="phone" value={wish.phone} onText={set('phone')} inputMode="tel" autoComplete="off" />
        <Field of={keep} name="stuid" value={wish.stuid} onText={set('stuid')} autoComplete="off" />
        <PasswordField
          of={keep}
          name="passwd"
          value={wish.passwd}
          onText={set('passwd')}
          {...(known.hasPassword ? { about: words.hasPassword } : {})}
          autoComplete="new-password"
        />
      </SimpleGrid>
    </Form>
  )
}
