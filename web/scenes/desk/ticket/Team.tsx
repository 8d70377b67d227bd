import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { api, useMe } from '../../../api.ts'
import { useColleagues } from '../../../colleagues.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { useAction } from '../../../parts/action.ts'
import { Card } from '../../../parts/Card.tsx'
import { ConfirmButton } from '../../../parts/ConfirmButton.tsx'
import { Refused } from '../../../parts/Failed.tsx'
import { say } from '../../../parts/toasts.ts'
import { useDeskTicketWords } from '../../../words/desk-ticket.ts'
import { Forward } from './Forward.tsx'
import css from './ticket.module.css'
import { lookAgainAtTickets, may, type Ticket } from './ticket.ts'

/** Who works on it, and who else could. */
export function Team({ ticket }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const me = useMe().data?.member?.id
  const { id, workers } = ticket
  const drop = useAction({ work: () => api.tickets.drop({ id }), always: lookAgainAtTickets })
  const last = workers.length === 1
  return (
    <Card title={words.workers}>
      {workers.length === 0 ? (
        <Text c="dimmed">{words.nobody}</Text>
      ) : (
        <div>
          {workers.map(({ id: member, name, avatar }) => (
            <div key={member} className={css['worker']}>
              <Avatar src={avatar} name={name} />
              <Text style={{ overflowWrap: 'anywhere' }}>
                {name}
                {member === me && ` (${words.you})`}
              </Text>
            </div>
          ))}
        </div>
      )}
      {may(ticket, 'assign') && <Assign ticket={ticket} />}
      {may(ticket, 'drop') && (
        <ConfirmButton
          variant="default"
          color="gray"
          question={last ? words.dropLastQuestion : words.dropQuestion}
          busy={drop.busy}
          onConfirm={() => drop.run()}
        >
          {last ? words.dropLast : words.drop}
        </ConfirmButton>
      )}
      <Refused>{drop.rest}</Refused>
      <Forward ticket={ticket} />
    </Card>
  )
}

function Assign({ ticket: { id, workers } }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const [chosen, setChosen] = useState('')
  const others = useColleagues().filter((member) => !workers.some((worker) => worker.id === member.id))
  const name = others.find((member) => String(member.id) === chosen)?.name
  const assign = useAction({
    work: () => api.tickets.assign({ id, member: Number(chosen) }),
    after: () => {
      say(words.added(name ?? ''))
      setChosen('')
    },
    always: lookAgainAtTickets,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== undefined) assign.run()
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NativeSelect
          flex={1}
          label={words.assign}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: words.choose },
            ...others.map((member) => ({ value: String(member.id), label: member.name })),
          ]}
        />
        <Button type="submit" variant="default" loading={assign.busy} disabled={name === undefined}>
          {words.add}
        </Button>
      </Group>
      <Refused>{assign.rest}</Refused>
    </form>
  )
}
