import { useEffect, useRef, useState } from 'react'
import { codeFrom } from '#client/code.ts'
import { connect } from '#contract/client.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Field, fieldsOf } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { api, refreshMe, startSession } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { announceRememberedSession } from '#web/data/tabs.ts'
import { forgetCarriedCode, useCarriedCode } from '#web/lib/carried-code.ts'
import { language } from '#web/lib/language.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { useSetUpWords } from './words.ts'

export function FirstAdmin() {
  const words = useSetUpWords()
  const carried = useCarriedCode('inv')
  const [typed, setTyped] = useState({ name: '', code: carried ?? '' })
  // The token is kept until all calls succeed: a refused name must not use up the one-time code.
  const token = useRef(session.token())
  const come = useAction({
    work: async () => {
      const code = codeFrom(typed.code, 'inv')
      token.current ??= (await api.session.login({ code, keep: rememberMe.chosen() })).token
      const me = connect({ url: '', token: () => token.current, lang: language.current })
      await me.members.login({ code })
      const { id } = await me.members.checklogin()
      await me.admin.updateMember({ id, name: typed.name.trim() })
    },
    onSuccess: async () => {
      forgetCarriedCode()
      if (token.current && token.current !== session.token()) {
        await startSession(token.current)
        if (rememberMe.chosen()) announceRememberedSession()
      }
      await refreshMe()
    },
    skipReauth: true,
    fields: { name: words.yourName, code: words.codeLabel },
    codes: { code_refused: 'code', name_taken: 'name' },
  })
  useEffect(() => {
    if (carried) setTyped((before) => ({ ...before, code: carried }))
  }, [carried])
  const field = fieldsOf(come, typed, setTyped)
  return (
    <Card title={words.steps.you}>
      <Form action={come} submit={words.goOn} onSubmit={() => come.submit()}>
        <Field {...field('name')} about={words.yourNameAbout} autoComplete="name" />
        <Field {...field('code')} about={words.codeAbout} autoComplete="off" />
      </Form>
    </Card>
  )
}
