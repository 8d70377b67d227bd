import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'wouter'
import { codeFrom } from '#client/code.ts'
import { pages } from '#contract/team/pages.ts'
import { api, becomeMember } from '#web/data/api.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { answerReauth, type ReauthRequest, useReauthRequest } from '#web/data/reauth.ts'
import { useAction } from './action.ts'
import { Dialog } from './Dialog.tsx'
import { Field, Form, PasswordField, useText } from './Form.tsx'
import { beginAtSchool } from './sign-in/school.ts'
import { useSecurityWords } from './words.ts'

export function Reauth() {
  const question = useReauthRequest()
  const dialog = useRef<HTMLDialogElement>(null)
  const words = useSecurityWords()
  if (!question) return null
  return (
    <Dialog ref={dialog} width="26rem" aria-label={words.prove} onClose={() => answerReauth(false)}>
      <Stack>
        <Title>{words.prove}</Title>
        {question.attempt ? <ByFactor attempt={question.attempt} /> : <Again />}
      </Stack>
    </Dialog>
  )
}

/** For a member's session: by the second factor, or else by the password. */
function Again() {
  const words = useSecurityWords()
  const member = useMe().data?.member
  const ways = useQuery({ ...queries.me.ways(), enabled: Boolean(member) })
  if (ways.data?.factor) return <ByFactor attempt={(factor) => api.proof.confirm({ factor })} about={words.proveText} />
  if (ways.data?.password) return <ByPassword />
  if (member && ways.isPending) return <Cancel />
  return <ByInvitation />
}

/** Members without a password and a second factor prove themselves as they did when they joined. */
function ByInvitation() {
  const words = useSecurityWords()
  const { sso } = useTeam().data?.logins ?? {}
  const code = useText('code')
  const [here] = useLocation()
  const send = useAction({
    work: () => becomeMember({ code: codeFrom(code.value, 'inv') }),
    onSuccess: () => answerReauth(true),
    fields: { code: words.invitation },
    codes: { code_refused: 'code' },
    skipReauth: true,
  })
  return (
    <Asking action={send} about={words.proveNone} onSubmit={() => code.value.trim() && send.submit()}>
      {sso && (
        <Button variant="default" onClick={() => beginAtSchool(`${pages.join}?next=${here}`)}>
          {words.bySchool}
        </Button>
      )}
      <Field action={send} {...code} autoComplete="off" autoFocus />
    </Asking>
  )
}

function ByFactor({ attempt, about }: { attempt: NonNullable<ReauthRequest['attempt']>; about?: string }) {
  const words = useSecurityWords()
  const factor = useText('factor')
  const send = useAction({
    work: () => attempt(factor.value),
    onSuccess: () => answerReauth(true),
    fields: { factor: words.code },
    codes: { factor_refused: 'factor', factor_needed: 'factor' },
    skipReauth: true,
  })
  return (
    <Asking action={send} about={about} onSubmit={() => send.submit()}>
      <Field action={send} {...factor} about={words.codeAbout} autoComplete="one-time-code" autoFocus />
    </Asking>
  )
}

function ByPassword() {
  const words = useSecurityWords()
  const passwd = useText('passwd')
  const send = useAction({
    work: () => api.proof.confirm({ passwd: passwd.value }),
    onSuccess: () => answerReauth(true),
    fields: { passwd: words.passwd },
    codes: { password_refused: 'passwd', proof_needed: 'passwd' },
    skipReauth: true,
  })
  return (
    <Asking action={send} about={words.proveText} onSubmit={() => send.submit()}>
      <PasswordField action={send} {...passwd} autoComplete="current-password" autoFocus />
    </Asking>
  )
}

function Asking(props: {
  action: { readonly busy: boolean; readonly formError: string | undefined }
  about: string | undefined
  onSubmit: () => void
  children: ReactNode
}) {
  const { confirm } = useSecurityWords()
  return (
    <Form action={props.action} submit={confirm} onSubmit={props.onSubmit} beside={<Cancel />}>
      {props.about && <Text>{props.about}</Text>}
      {props.children}
    </Form>
  )
}

function Cancel() {
  const { cancel } = useSecurityWords()
  return (
    <Button variant="subtle" onClick={() => answerReauth(false)}>
      {cancel}
    </Button>
  )
}
