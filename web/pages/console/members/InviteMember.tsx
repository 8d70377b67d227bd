import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { CheckField } from '#web/components/CheckField.tsx'
import { CodeCard } from '#web/components/CodeCard.tsx'
import { Question } from '#web/components/ConfirmButton.tsx'
import { Field, Form, fieldsOf, PasswordField } from '#web/components/Form.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { reachOf } from '#web/lib/reach.ts'
import { useMemberWords } from './words.ts'

export interface Invitation {
  readonly name: string
  readonly code: string
  readonly link: string
}

const blank = { name: '', phone: '', stuid: '', passwd: '', admin: false }

interface Props {
  short?: boolean
  onInvited?: () => void
  onDone?: () => void
}

/** Adds a member and shows the invitation code. `short` asks only for a name. */
export function InviteMember({ short = false, onInvited, onDone }: Props) {
  const words = useMemberWords()
  const [values, setValues] = useState(blank)
  const [made, setMade] = useState<Invitation>()
  const [asking, setAsking] = useState(false)
  const [again, setAgain] = useState(false)
  const { name, phone, stuid } = values
  const invite = useAction({
    work: () => api.admin.invite({ ...values, name: name.trim(), phone: phone.trim(), stuid: stuid.trim() }),
    onSuccess: ({ code, link }) => {
      setMade({ name: name.trim(), code, link })
      setValues(blank)
      onInvited?.()
      return invalidate('members')
    },
    fields: { name: words.name, phone: words.phone, stuid: words.stuid, passwd: words.passwd },
    codes: { name_taken: 'name', student_id_taken: 'stuid' },
  })
  const another = () => {
    setAgain(true)
    setMade(undefined)
  }
  if (made) {
    return (
      <InvitationCode invitation={made}>
        <Button autoFocus variant={short ? 'default' : 'filled'} onClick={another}>
          {words.another}
        </Button>
        {onDone && (
          <Button variant="default" onClick={onDone}>
            {words.done}
          </Button>
        )}
      </InvitationCode>
    )
  }
  if (asking) {
    return (
      <Question
        text={words.makeQuestion(name.trim())}
        confirm={words.create}
        tone="teal"
        answer={(yes) => {
          setAsking(false)
          if (yes) invite.submit()
        }}
      />
    )
  }
  const field = fieldsOf(invite, values, setValues)
  return (
    <Form
      action={invite}
      submit={words.create}
      onSubmit={() => (values.admin && name.trim() ? setAsking(true) : invite.submit())}
      changed={Object.values(values).some(Boolean)}
      onBack={onDone}
    >
      <Field {...field('name')} autoComplete="off" autoFocus={!short || again} />
      {!short && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Field {...field('phone')} inputMode="tel" autoComplete="off" />
            <Field {...field('stuid')} autoComplete="off" />
          </SimpleGrid>
          <PasswordField {...field('passwd')} about={words.passwdAbout} autoComplete="new-password" />
        </>
      )}
      <CheckField
        label={words.admin}
        checked={values.admin}
        onChange={(checked) => setValues({ ...values, admin: checked })}
      />
    </Form>
  )
}

export function InvitationCode({ invitation, children }: { invitation: Invitation; children: ReactNode }) {
  const words = useMemberWords()
  const { name, code, link } = invitation
  return (
    <Stack>
      <Title order={3} size="h5">
        {words.codeFor(name)}
      </Title>
      <CodeCard code={code} page={link} label={words.codeFor(name)}>
        <Text size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
          {reachOf(link) === 'machine' ? words.codeHere(link) : words.codeHow(link)}
        </Text>
      </CodeCard>
      <Group>{children}</Group>
    </Stack>
  )
}
