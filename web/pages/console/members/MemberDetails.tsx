import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf, PasswordField } from '#web/components/Form.tsx'
import { useVersionedForm } from '#web/components/versioned-form.ts'
import { useWords } from '#web/components/words.ts'
import { api, invalidate, refreshMe } from '#web/data/api.ts'
import type { Member } from '#web/data/queries.ts'
import { type Invitation, InvitationCode } from './InviteMember.tsx'
import { useMemberWords } from './words.ts'

const textsOf = ({ name, phone, stuid, class: group, college }: Omit<Member, 'id' | 'version'>) => ({
  ...{ name, phone, stuid, class: group, college },
  passwd: '',
})

const trimmed = <Texts extends Record<string, string>>(texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as Texts // with the same names

const reload = () => Promise.all([invalidate('members'), refreshMe()])

export function MemberDetails({ member }: { member: Member }) {
  const words = useMemberWords()
  const [made, setMade] = useState<Invitation>()
  const { role, active, name } = member
  const { change, remove, reset, again } = useMemberActions(member, setMade)
  if (made) {
    return (
      <InvitationCode invitation={made}>
        <Button onClick={() => setMade(undefined)}>{words.done}</Button>
      </InvitationCode>
    )
  }
  const refused = change.formError ?? remove.formError ?? again.formError ?? reset.formError
  if (!active) {
    return (
      <Group>
        <Button variant="default" loading={change.busy} onClick={() => change.submit({ active: true })}>
          {words.bringBack}
        </Button>
        <ErrorAlert>{refused}</ErrorAlert>
      </Group>
    )
  }
  return (
    <Stack>
      <EditMember member={member} />
      <ErrorAlert>{refused}</ErrorAlert>
      <Group>
        <ConfirmButton
          label={words.newCode}
          action={again}
          color="teal"
          variant="default"
          question={words.newCodeQuestion}
        />
        {role === 'admin' ? (
          <ConfirmButton
            label={words.unmakeAdmin}
            action={{ ...change, submit: () => change.submit({ admin: false }) }}
            variant="default"
            question={words.unmakeQuestion(name)}
          />
        ) : (
          <ConfirmButton
            label={words.makeAdmin}
            action={{ ...change, submit: () => change.submit({ admin: true }) }}
            color="teal"
            tone="teal"
            variant="default"
            question={words.makeQuestion(name)}
          />
        )}
        {member.hasFactor && (
          <ConfirmButton
            label={words.resetFactor}
            action={reset}
            variant="default"
            question={words.resetFactorQuestion}
          />
        )}
        <ConfirmButton label={words.remove} action={remove} question={words.removeQuestion} />
      </Group>
    </Stack>
  )
}

function useMemberActions({ id, name }: Member, onCode: (invitation: Invitation) => void) {
  const change = useAction({
    work: (to: { admin?: boolean; active?: boolean }) => api.admin.updateMember({ id, ...to }),
    onSuccess: reload,
  })
  const remove = useAction({ work: () => api.admin.removeMember({ id }), onSuccess: reload })
  const reset = useAction({ work: () => api.admin.resetFactor({ id }), onSuccess: reload })
  const again = useAction({
    work: () => api.admin.invite({ id }),
    onSuccess: ({ code, link }) => onCode({ name, code, link }),
  })
  return { change, remove, reset, again }
}

function EditMember({ member: { id, version, ...known } }: { member: Member }) {
  const { save } = useWords()
  const words = useMemberWords()
  const { name, phone, stuid, college } = words
  const [texts, setTexts] = useState(() => textsOf(known))
  const form = useVersionedForm({
    version,
    input: { ...trimmed(texts), passwd: texts.passwd },
    send: (changed, read) => api.admin.updateMember({ id, ...changed, version: read }),
    newest: async () => {
      const [newest] = (await api.admin.members({ id })).list
      return { version: newest?.version ?? version, values: textsOf(newest ?? known) }
    },
    show: setTexts,
    saved: (sent) => ({ ...sent, passwd: '' }),
    after: () => {
      setTexts({ ...texts, passwd: '' })
      return reload()
    },
    fields: { name, phone, stuid, class: words.class, college, passwd: words.passwdChange },
    codes: { name_taken: 'name', student_id_taken: 'stuid' },
  })
  const field = fieldsOf(form, texts, setTexts)
  return (
    <Form action={form} submit={save} onSubmit={form.submit} changed={form.changed}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field {...field('name')} autoComplete="off" />
        <Field {...field('phone')} inputMode="tel" autoComplete="off" />
        <Field {...field('stuid')} autoComplete="off" />
        <Field {...field('class')} autoComplete="off" />
        <Field {...field('college')} autoComplete="off" />
        <PasswordField
          {...field('passwd')}
          {...(known.hasPassword ? { about: words.hasPassword } : {})}
          autoComplete="new-password"
        />
      </SimpleGrid>
    </Form>
  )
}
