import { Button, Code, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf, PasswordField, useText } from '#web/components/Form.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { Time } from '#web/components/Time.tsx'
import { useSecurityWords, useWords } from '#web/components/words.ts'
import { api, queryClient } from '#web/data/api.ts'
import type { Me } from '#web/data/hooks.ts'
import { queries, type ReauthWays } from '#web/data/queries.ts'

const reload = () => queryClient.invalidateQueries(queries.me.ways())

export function SecondFactor({ ways }: { ways: ReauthWays }) {
  const words = useSecurityWords()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />
  return (
    <Card title={words.factor} about={ways.factor ? words.factorOn : words.factorOff}>
      {ways.factor ? <SwitchedOn ways={ways} show={setCodes} /> : <SwitchOn show={setCodes} />}
    </Card>
  )
}

function SwitchOn({ show }: { show: (codes: readonly string[]) => void }) {
  const words = useSecurityWords()
  const [begun, setBegun] = useState<{ secret: string; url: string }>()
  const factor = useText('factor')
  const begin = useAction({ work: () => api.proof.beginFactor(), onSuccess: setBegun })
  const turnOn = useAction({
    work: () => api.proof.switchFactorOn({ factor: factor.value.trim() }),
    onSuccess: async ({ recovery }) => {
      show(recovery)
      await reload()
    },
    fields: { factor: words.code },
    codes: { factor_refused: 'factor' },
  })
  if (!begun) {
    return (
      <>
        <ErrorAlert>{begin.formError}</ErrorAlert>
        <Group>
          <ActionButton action={begin} variant="default">
            {words.begin}
          </ActionButton>
        </Group>
      </>
    )
  }
  return (
    <Form action={turnOn} submit={words.turnOn} onSubmit={() => factor.value.trim() && turnOn.submit()}>
      <Text size="sm">{words.scan}</Text>
      <Stack align="center" gap="xs">
        <Qr text={begun.url} label={words.qr} />
        <Text size="sm">
          {words.secret}: <Code style={{ overflowWrap: 'anywhere' }}>{begun.secret}</Code>
        </Text>
      </Stack>
      <Field action={turnOn} {...factor} inputMode="numeric" autoComplete="one-time-code" autoFocus />
    </Form>
  )
}

function SwitchedOn({ ways, show }: { ways: ReauthWays; show: (codes: readonly string[]) => void }) {
  const words = useSecurityWords()
  const renew = useAction({
    work: () => api.proof.renewRecovery(),
    onSuccess: async ({ recovery }) => {
      show(recovery)
      await reload()
    },
  })
  const turnOff = useAction({
    work: () => api.proof.switchFactorOff(),
    toast: words.turnedOff,
    onSuccess: reload,
  })
  return (
    <>
      <Text size="sm">
        {words.factorSince} <Time at={ways.factorTime} /> · {words.recoveryLeft(ways.recovery)}
      </Text>
      <ErrorAlert>{renew.formError ?? turnOff.formError}</ErrorAlert>
      <Group>
        <ConfirmButton label={words.renew} action={renew} variant="default" question={words.renewQuestion} />
        <ConfirmButton label={words.turnOff} action={turnOff} question={words.turnOffQuestion} />
      </Group>
    </>
  )
}

function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const words = useSecurityWords()
  const { print } = useWords()
  return (
    <Card title={words.recovery} about={words.recoveryAbout}>
      <List listStyleType="none" spacing={4}>
        {codes.map((code) => (
          <List.Item key={code}>
            <Code fz="md">{code}</Code>
          </List.Item>
        ))}
      </List>
      <Group className="no-print">
        <Button onClick={done}>{words.recoveryKept}</Button>
        <CopyButton text={codes.join('\n')} />
        <Button variant="default" onClick={() => window.print()}>
          {print}
        </Button>
      </Group>
    </Card>
  )
}

const empty = { stuid: '', old: '', passwd: '' }

/** Changes a member's own password. An administrator without a student id sets one at the same time. */
export function Password({ member, ways }: { member: NonNullable<Me['member']>; ways: ReauthWays }) {
  const words = useSecurityWords()
  const [values, setValues] = useState(empty)
  const [open, setOpen] = useState(!ways.password)
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
    <Card id="password" title={words.password} about={about}>
      {needsId && !member.admin ? (
        <Text>{words.passwordNoId}</Text>
      ) : !open ? (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.changePassword}
          </Button>
        </Group>
      ) : (
        <Form
          action={save}
          submit={words.setPassword}
          onSubmit={() => save.submit(values)}
          changed={values.passwd !== '' || values.old !== ''}
        >
          {needsId && <Field {...field('stuid')} autoComplete="username" />}
          {ways.password && <PasswordField {...field('old')} about={words.oldAbout} autoComplete="current-password" />}
          <PasswordField
            {...field('passwd')}
            about={ways.password ? words.nextAbout + words.nextEnds : words.nextAbout}
            autoComplete="new-password"
          />
        </Form>
      )}
    </Card>
  )
}
