import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { hasFree, mayHoldData } from '#client/repair-days.ts'
import type { RepairDay } from '#contract/repair-days/day-fields.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { Form } from '#web/components/Form.tsx'
import { callsOfHolder, reloadBookings } from '#web/components/repair-days/calls.ts'
import { WaveChoice } from '#web/components/repair-days/WaveChoice.tsx'
import { useRepairDayWords } from '#web/components/repair-days/words.ts'
import type { BookableTicket } from './bookable-ticket.ts'
import { NewDeviceLink } from './NewDeviceLink.tsx'

interface Props {
  day: RepairDay
  tickets: readonly BookableTicket[]
  /** The ticket that the visitor came with. */
  first: BookableTicket | undefined
  /** Another ticket has a booking already. */
  folded: boolean
}

export function BookingForm({ day, tickets, first, folded }: Props) {
  const words = useRepairDayWords()
  const [open, setOpen] = useState(!folded)
  if (!open)
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {words.another}
        </Button>
      </Group>
    )
  return (
    <Card title={words.book} about={words.bookAbout}>
      <Fields day={day} tickets={tickets} first={first ?? tickets[0]} />
    </Card>
  )
}

/** No device of the list. */
const none = -1

function Fields({ day, tickets, first }: Omit<Props, 'folded'>) {
  const words = useRepairDayWords()
  const [chosen, setChosen] = useState(first?.id)
  const ticket = tickets.find(({ id }) => id === chosen)
  const [wave, setWave] = useState(0)
  const [listed, setListed] = useState(day.refused.length > 0 ? undefined : none)
  const [backup, setBackup] = useState<boolean>()
  const book = useAction({
    work: (of: BookableTicket) => callsOfHolder(of.holder).book(day.id, wave),
    toast: ({ state }) => (state === 'booked' ? words.booked : words.queued),
    onSettled: reloadBookings,
    fields: { wave: words.wave, backedUp: words.backedUpField },
  })
  if (!ticket) return null
  const isAsked = mayHoldData(ticket.kind)
  const ready = listed === none && (!isAsked || backup === true)
  const device = day.refused[listed ?? none]
  return (
    <Form
      action={book}
      submit={hasFree(day.waves, ticket.kind, wave) ? words.send : words.sendWaiting}
      onSubmit={() => book.submit(ticket)}
      disabled={!ready}
      beside={<NewDeviceLink of={day} />}
    >
      {tickets.length > 1 ? (
        <Choice
          legend={words.which}
          name="ticket"
          options={tickets.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={[ticket.id]}
          onChange={([id]) => setChosen(id)}
          chips
        />
      ) : (
        <Text fw={600}>{ticket.name}</Text>
      )}
      {day.refused.length > 0 && (
        <Stack gap="xs">
          <Choice
            legend={words.listed}
            name="listed"
            options={[
              { value: none, label: words.noneListed },
              ...day.refused.map(({ what }, i) => ({ value: i, label: what })),
            ]}
            chosen={listed === undefined ? [] : [listed]}
            onChange={([one]) => setListed(one)}
            chips
          />
          <div role="status">
            {device && (
              <Alert color="yellow" variant="light" title={words.refused}>
                {device.where ? words.goTo(device.where) : words.refusedAbout}
              </Alert>
            )}
          </div>
        </Stack>
      )}
      {isAsked && (
        <Stack gap="xs">
          <Choice
            legend={words.backup}
            name="backup"
            options={[
              { value: 'yes', label: words.backedUp },
              { value: 'no', label: words.notBackedUp },
            ]}
            chosen={backup === undefined ? [] : [backup ? 'yes' : 'no']}
            onChange={([one]) => setBackup(one === 'yes')}
          />
          <div role="status">
            {backup === false && (
              <Alert color="yellow" variant="light" title={words.backupFirst}>
                {words.noData}
              </Alert>
            )}
          </div>
        </Stack>
      )}
      <WaveChoice legend={words.when} waves={day.waves} kind={ticket.kind} chosen={wave} onChange={setWave} />
    </Form>
  )
}
