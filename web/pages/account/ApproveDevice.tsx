import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { codeFrom } from '#client/code.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { CheckField } from '#web/components/CheckField.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form } from '#web/components/Form.tsx'
import { Time } from '#web/components/Time.tsx'
import { useSecurityWords } from '#web/components/words.ts'
import { api } from '#web/data/api.ts'
import { forgetCarriedCode, useCarriedCode } from '#web/lib/carried-code.ts'
import { useAccountWords } from './words.ts'

const look = (pair: string) => api.session.pairing({ pair })
type Pairing = Awaited<ReturnType<typeof look>>

export function ApproveDevice({ isMember }: { isMember: boolean }) {
  const words = useAccountWords()
  const { look: submit } = useSecurityWords()
  const carried = useCarriedCode('pair')
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ pair: string; pairing: Pairing }>()
  const find = useAction({
    work: (pair: string) => look(pair),
    onSuccess: (pairing, pair) => setFound({ pair, pairing }),
    fields: { pair: words.pair },
    codes: { code_refused: 'pair' },
  })
  const submitCarried = useEffectEvent((given: string) => {
    setTyped(given)
    forgetCarriedCode()
    find.submit(given)
  })
  useEffect(() => {
    if (carried) submitCarried(carried)
  }, [carried])
  const close = () => {
    setFound(undefined)
    setTyped('')
  }
  return (
    <Card title={words.device} about={words.deviceAbout}>
      {found ? (
        <PairingDecision {...found} isMember={isMember} close={close} />
      ) : (
        <Form
          action={find}
          submit={submit}
          secondary
          onSubmit={() => typed.trim() && find.submit(codeFrom(typed, 'pair'))}
        >
          <Field action={find} name="pair" value={typed} onText={setTyped} autoComplete="off" />
        </Form>
      )}
    </Card>
  )
}

interface PairingDecisionProps {
  pair: string
  pairing: Pairing
  isMember: boolean
  close: () => void
}

function PairingDecision({ pair, pairing, isMember, close }: PairingDecisionProps) {
  const { approve: submit, approved } = useAccountWords()
  const words = useSecurityWords()
  const [member, setMember] = useState(false)
  const approve = useAction({
    work: () => api.session.approve(member ? { pair, member } : { pair }),
    toast: approved,
    onSuccess: close,
  })
  return (
    <Stack>
      <Stack gap={2} role="status">
        <Text fw={600}>{words.pairing}</Text>
        <Text>{words.pairingFrom(pairing.device || words.unknownDevice, pairing.address)}</Text>
        <Text size="sm" {...(pairing.here ? { c: 'dimmed' } : { fw: 600 })}>
          {pairing.here ? words.pairingHere : words.pairingElsewhere}
        </Text>
        <Text variant="secondary">
          {words.pairingSince} <Time at={pairing.createdTime} />
        </Text>
      </Stack>
      {isMember && (
        <CheckField
          label={words.pairingMember}
          about={words.pairingMemberAbout}
          checked={member}
          onChange={setMember}
        />
      )}
      <ErrorAlert>{approve.formError}</ErrorAlert>
      <Group>
        <ActionButton action={approve}>{submit}</ActionButton>
        <Button variant="default" autoFocus onClick={close}>
          {words.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
