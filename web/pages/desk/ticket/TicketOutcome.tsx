import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { isDone } from '#client/ticket.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { Form } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import { Stars } from '#web/components/Stars.tsx'
import { Time } from '#web/components/Time.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useCodeNames, useMe } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { ClosingFields, useClosingLabels } from './ClosingFields.tsx'
import { useClosingForm, useIgnoreSecondTap } from './closing-form.ts'
import css from './ticket.module.css'
import { useClosingWords } from './words.ts'

export function TicketOutcome({ ticket }: { ticket: TicketInfo }) {
  const words = useClosingWords()
  const [open, setOpen] = useState(false)
  const me = useMe().data?.member
  const { status, workers, rating } = ticket
  const done = isDone(status)
  if (!done && !rating) return null
  const mayCorrect = done && (me?.admin || workers.some(({ id }) => id === me?.id))
  return (
    <Card title={words.title}>
      {done && !open && <OutcomeText ticket={ticket} />}
      {mayCorrect && !open && (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {saidOf(ticket) ? words.correct : words.say}
          </Button>
        </Group>
      )}
      {mayCorrect && open && <OutcomeForm ticket={ticket} onDone={() => setOpen(false)} />}
      {rating && <OwnersRating of={rating} />}
    </Card>
  )
}

const saidOf = ({ outcome, category, brand, year, remedy }: TicketInfo): boolean =>
  outcome !== '' || category > 0 || brand !== '' || year > 0 || remedy !== ''

function OutcomeText({ ticket }: { ticket: TicketInfo }) {
  const words = useClosingWords()
  const labels = useClosingLabels(ticket.status)
  const names = useOutcomeWords()
  const codeName = useCodeNames()
  const { outcome, barrier, category, brand, year, remedy } = ticket
  if (!saidOf(ticket)) return <Text c="dimmed">{words.nothing}</Text>
  const what = [category > 0 && codeName('category', category), brand, year > 0 && year].filter(Boolean).join(' · ')
  return (
    <div>
      {outcome && (
        <Text fw={650} size="lg">
          {names.outcomes[outcome]}
        </Text>
      )}
      {barrier && <Text>{names.barriers[barrier]}</Text>}
      {what && (
        <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
          {what}
        </Text>
      )}
      {remedy && (
        <dl className={css['remedy']}>
          <dt>{labels.remedy}</dt>
          <dd>{remedy}</dd>
        </dl>
      )}
    </div>
  )
}

function OwnersRating({ of: { stars, content, createdTime } }: { of: NonNullable<TicketInfo['rating']> }) {
  const words = useClosingWords()
  return (
    <div>
      <Text variant="secondary">{words.rating}</Text>
      <Group gap="xs">
        <Stars of={stars} />
        <Text variant="secondary">
          <Time at={createdTime} />
        </Text>
      </Group>
      {content && <p className={css['text']}>{content}</p>}
    </div>
  )
}

function OutcomeForm({ ticket, onDone }: { ticket: TicketInfo; onDone: () => void }) {
  const { save, saved } = useWords()
  const { id, status } = ticket
  const labels = useClosingLabels(status)
  const ending = useClosingForm(ticket)
  const unlessSecondTap = useIgnoreSecondTap()
  const update = useIdempotentCall(api.tickets.update)
  const correct = useAction({
    work: async () => (Object.keys(ending.input).length > 0 ? update({ id, status, ...ending.input }) : undefined),
    toast: saved,
    onSuccess: () => {
      ending.forget()
      onDone()
    },
    onSettled: () => invalidate('tickets'),
    fields: labels,
  })
  return (
    <div onClickCapture={unlessSecondTap}>
      <Form
        action={correct}
        submit={save}
        onSubmit={() => correct.submit()}
        onEscape={onDone}
        changed={ending.changed}
        onBack={onDone}
      >
        <ClosingFields
          of={correct}
          status={status}
          guess={ticket.guess}
          closing={ending.closing}
          change={ending.change}
        />
      </Form>
    </div>
  )
}
