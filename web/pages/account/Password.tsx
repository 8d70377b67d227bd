import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, fieldsOf, PasswordField } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useSecurityWords } from '#web/components/proof-words.ts'
import { api, queryClient } from '#web/data/api.ts'
import type { Me } from '#web/data/hooks.ts'
import { queries, type ReauthWays } from '#web/data/queries.ts'

const empty = { stuid: '', old: '', passwd: '' }

/** Changes a member's own password. An administrator without a student id sets one at the same time. */
export function Password({ member, ways }: { member: NonNullable<Me['member']>; ways: ReauthWays }) {
  const words = useSecurityWords()
  const [values, setValues] = useState(empty)
  const needsId = ways.stuid === ''
  const save = useAction({
    work: async ({ stuid, old, passwd }: typeof values) => {
      if (needsId) await api.admin.updateMember({ id: member.id, stuid: stuid.trim(), passwd })
      else await api.proof.changePassword(old === '' ? { passwd } : { passwd, old })
    },
    toast: words.passwordSaved,
    onSuccess: async () => {
      setValues(empty)
      await queryClient.invalidateQueries(queries.me.ways())
    },
    fields: { stuid: words.stuid, old: words.old, passwd: words.next },
    codes: { password_refused: 'old', student_id_taken: 'stuid' },
  })
  const field = fieldsOf(save, values, setValues)
  const about = ways.password ? words.passwordHas(ways.stuid) : words.passwordNone
  return (
    <Card title={words.password} about={about}>
      {needsId && !member.admin ? (
        <Text>{words.passwordNoId}</Text>
      ) : (
        <Form
          action={save}
          submit={words.setPassword}
          onSubmit={() => save.submit(values)}
          changed={values.passwd !== '' || values.old !== ''}
        >
          {needsId && <Field {...field('stuid')} autoComplete="username" />}
          {ways.password && <PasswordField {...field('old')} about={words.oldAbout} autoComplete="current-password" />}
          <PasswordField {...field('passwd')} about={words.nextAbout} autoComplete="new-password" />
        </Form>
      )}
    </Card>
  )
}
