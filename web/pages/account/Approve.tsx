import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Refused } from '#web/components/Failed.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useSecurityWords } from '#web/components/proof-words.ts'
import { Time } from '#web/components/Time.tsx'
import { say } from '#web/components/toast-list.ts'
import { api } from '#web/data/api.ts'
import { forgetCarriedCode, useCarriedCode } from '#web/lib/carried-code.ts'
import { codeFrom } from '#web/lib/code.ts'
import { useAccountWords } from './words.ts'

const look = (pair: string) => api.session.pairing({ pair })
type Pairing = Awaited<ReturnType<typeof look>>

/** Lets another device of mine log in by the code it shows, once I have seen where it is. */
export function Approve({ isMember }: { isMember: boolean }) {
  const words = useAccountWords()
  const { look: submit } = useSecurityWords()
  const carried = useCarriedCode('pair')
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ pair: string; pairing: Pairing }>()
  const find = useAction({
    work: (pair: string) => look(pair),
    after: (pairing, pair) => setFound({ pair, pairing }),
    fields: { pair: words.pair },
    codes: { code_refused: 'pair' },
  })
  const goOn = useEffectEvent((given: string) => {
    setTyped(given)
    forgetCarriedCode()
    find.run(given)
  })
  useEffect(() => {
    if (carried) goOn(carried)
  }, [carried])
  const close = () => {
    setFound(undefined)
    setTyped('')
  }
  return (
    <Card title={words.device} about={words.deviceAbout}>
      {found ? (
        <Decide {...found} isMember={isMember} close={close} />
      ) : (
        <Form of={find} submit={submit} onSubmit={() => typed.trim() && find.run(codeFrom(typed, 'pair'))}>
          <Field of={find} name="pair" value={typed} onText={setTyped} autoComplete="off" />
        </Form>
      )}
    </Card>
  )
}

function Decide(props: { pair: string; pairing: Pairing; isMember: boolean; close: () => void }) {
  const { pair, pairing, isMember, close } = props
  const { approve: submit, approved } = useAccountWords()
  const words = useSecurityWords()
  const [member, setMember] = useState(false)
  const approve = useAction({
    work: () => api.session.approve(member ? { pair, member } : { pair }),
    after: () => {
      close()
      say(approved)
    },
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
        <Checkbox
          size="md"
          label={words.pairingMember}
          description={words.pairingMemberAbout}
          checked={member}
          onChange={(event) => setMember(event.currentTarget.checked)}
        />
      )}
      <Refused>{approve.rest}</Refused>
      <Group>
        <Button onClick={() => approve.run()} loading={approve.busy}>
          {submit}
        </Button>
        <Button variant="default" autoFocus onClick={close}>
          {words.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
