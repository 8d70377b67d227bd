import { Button, Code, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { Refused } from '#web/components/Failed.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useSecurityWords } from '#web/components/proof-words.ts'
import { Qr } from '#web/components/Qr.tsx'
import { Time } from '#web/components/Time.tsx'
import { say } from '#web/components/toast-list.ts'
import { useWords } from '#web/components/words.ts'
import { api, queryClient } from '#web/data/api.ts'
import { queries, type Ways } from '#web/data/queries.ts'

const reload = () => queryClient.invalidateQueries(queries.me.ways())

/** Switching a second factor on and off, and its recovery codes. */
export function SecondFactor({ ways }: { ways: Ways }) {
  const words = useSecurityWords()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <Recovery codes={codes} done={() => setCodes(undefined)} />
  return (
    <Card title={words.factor} about={ways.factor ? words.factorOn : words.factorOff}>
      {ways.factor ? <SwitchedOn ways={ways} show={setCodes} /> : <SwitchOn show={setCodes} />}
    </Card>
  )
}

function SwitchOn({ show }: { show: (codes: readonly string[]) => void }) {
  const words = useSecurityWords()
  const [begun, setBegun] = useState<{ secret: string; url: string }>()
  const [factor, setFactor] = useState('')
  const begin = useAction({ work: () => api.proof.beginFactor(), after: setBegun })
  const turnOn = useAction({
    work: () => api.proof.switchFactorOn({ factor: factor.trim() }),
    after: async ({ recovery }) => {
      show(recovery)
      await reload()
    },
    fields: { factor: words.code },
    codes: { factor_refused: 'factor' },
  })
  if (!begun) {
    return (
      <>
        <Refused>{begin.rest}</Refused>
        <Group>
          <Button onClick={() => begin.run()} loading={begin.busy}>
            {words.begin}
          </Button>
        </Group>
      </>
    )
  }
  return (
    <Form of={turnOn} submit={words.turnOn} onSubmit={() => factor.trim() && turnOn.run()}>
      <Text size="sm">{words.scan}</Text>
      <Stack align="center" gap="xs">
        <Qr text={begun.url} label={words.qr} />
        <Text size="sm">
          {words.secret}: <Code style={{ overflowWrap: 'anywhere' }}>{begun.secret}</Code>
        </Text>
      </Stack>
      <Field
        of={turnOn}
        name="factor"
        value={factor}
        onText={setFactor}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
    </Form>
  )
}

function SwitchedOn({ ways, show }: { ways: Ways; show: (codes: readonly string[]) => void }) {
  const words = useSecurityWords()
  const renew = useAction({
    work: () => api.proof.renewRecovery(),
    after: async ({ recovery }) => {
      show(recovery)
      await reload()
    },
  })
  const turnOff = useAction({
    work: () => api.proof.switchFactorOff(),
    after: async () => {
      say(words.turnedOff)
      await reload()
    },
  })
  return (
    <>
      <Text size="sm">
        {words.factorSince} <Time at={ways.factorTime} />. {words.recoveryLeft(ways.recovery)}
      </Text>
      <Refused>{renew.rest ?? turnOff.rest}</Refused>
      <Group>
        <ConfirmButton of={renew} color="cyan" variant="default" question={words.renewQuestion}>
          {words.renew}
        </ConfirmButton>
        <ConfirmButton of={turnOff} question={words.turnOffQuestion}>
          {words.turnOff}
        </ConfirmButton>
      </Group>
    </>
  )
}

function Recovery({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const words = useSecurityWords()
  const { copied, copy, print } = useWords()
  const onCopy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => say(copied),
      () => {},
    )
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
        <Button variant="default" onClick={onCopy}>
          {copy}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {print}
        </Button>
      </Group>
    </Card>
  )
}
