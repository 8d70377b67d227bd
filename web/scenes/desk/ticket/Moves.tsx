import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { meaningOf } from '#contract/codes.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useAction } from '#web/parts/action.ts'
import { Card } from '#web/parts/Card.tsx'
import { ConfirmButton } from '#web/parts/ConfirmButton.tsx'
import { Refused } from '#web/parts/Failed.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { HandBack } from './HandBack.tsx'
import { MoveForm } from './MoveForm.tsx'
import css from './ticket.module.css'
import { isDone, may, nextStatuses } from './ticket.ts'
import { useDeskTicketWords } from './words.ts'

/** What this member may do with the ticket now, and nothing else. */
export function Moves({ ticket }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const { id, status, isConfirmed, workers } = ticket
  const pick = useAction({ work: () => api.tickets.pick({ id }), always: () => invalidate('tickets') })
  const cancel = useAction({ work: () => api.tickets.cancel({ id }), always: () => invalidate('tickets') })
  const mayBack = may(ticket, 'retrieve')
  const mayMove = nextStatuses(ticket).length > 0
  return (
    <Card title={words.next}>
      {isConfirmed && <Text c="dimmed">{words.givenBack}</Text>}
      {!isConfirmed && meaningOf(status).phase === 'closed' && <Text c="dimmed">{words.closed}</Text>}
      {may(ticket, 'pick') && (
        <Stack gap={4}>
          <Button size="md" fullWidth loading={pick.busy} onClick={() => pick.run()}>
            {words.claim}
          </Button>
          <Text variant="secondary">{words.claimAbout}</Text>
        </Stack>
      )}
      <Refused>{pick.rest}</Refused>
      {mayBack && isDone(status) && <HandBackButton ticket={ticket} main />}
      {mayMove && <StatusChoice ticket={ticket} />}
      {mayBack && !mayMove && !isDone(status) && workers.length > 0 && (
        <Alert variant="light" color="gray">
          {words.othersTicket(workers.map(({ name }) => name).join(', '))}
        </Alert>
      )}
      {mayBack && !isDone(status) && <HandBackButton ticket={ticket} />}
      {may(ticket, 'cancel') && (
        <ConfirmButton
          of={cancel}
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          question={words.cancelQuestion}
          confirm={words.cancelConfirm}
        >
          {words.cancel}
        </ConfirmButton>
      )}
      <Refused>{cancel.rest}</Refused>
    </Card>
  )
}

function StatusChoice({ ticket }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  const [chosen, setChosen] = useState<number>()
  const choices = nextStatuses(ticket)
  const label = may(ticket, 'pick') ? words.claimAnd : words.moveTo
  return (
    <fieldset className={css['fields']}>
      <Text component="legend" size="sm" fw={500} mb={8}>
        {label}
      </Text>
      <div className={css['statuses']}>
        {choices.map((status) => (
          <Button
            key={status}
            variant={chosen === status ? 'light' : 'default'}
            aria-pressed={chosen === status}
            // The second half of a double tap does not take the choice back.
            onClick={({ detail }) => detail < 2 && setChosen(chosen === status ? undefined : status)}
          >
            {codeName('status', status)}
          </Button>
        ))}
      </div>
      {chosen !== undefined && choices.includes(chosen) && (
        <MoveForm id={ticket.id} to={chosen} onDone={() => setChosen(undefined)} />
      )}
    </fieldset>
  )
}

function HandBackButton({ ticket, main = false }: { ticket: Ticket; main?: boolean }) {
  const words = useDeskTicketWords()
  const [open, setOpen] = useState(false)
  if (open) return <HandBack ticket={ticket} onClose={() => setOpen(false)} />
  return (
    <Button
      variant={main ? 'filled' : 'default'}
      fullWidth={main}
      leftSection={<Icon name="check" size={18} />}
      onClick={() => setOpen(true)}
    >
      {words.handBack}
    </Button>
  )
}
