import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { isOpen } from '#client/progress.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Choice } from '#web/components/Choice.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { StatusBadge } from '#web/components/Status.tsx'
import { Time } from '#web/components/Time.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { queries, type SimilarTickets, type TicketInfo } from '#web/data/queries.ts'
import { historyState } from '#web/lib/history-state.ts'
import css from './ticket.module.css'
import { useClosingWords } from './words.ts'

type DuplicateTicket = SimilarTickets['duplicates'][number]
const addressOf = (id: number) => `${pages.desk}/tickets/${id}`

export function Duplicates({ ticket }: { ticket: TicketInfo }) {
  const words = useClosingWords()
  const similar = useQuery({ ...queries.tickets.similar(ticket.id), enabled: isOpen(ticket) })
  const others = similar.data?.duplicates ?? []
  const [first] = others
  if (!first) return null
  return (
    <section className={css['hint']} aria-label={words.same[first.why]}>
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <Icon name="join" />
          <Title size="h5">{words.same[first.why]}</Title>
        </Group>
        {others.some(({ joinable }) => joinable) && <Text size="sm">{words.sameAbout}</Text>}
        {others.map((other) => (
          <DuplicateRow key={other.id} ticket={ticket} other={other} />
        ))}
      </Stack>
    </section>
  )
}

const nameOf = ({ id, device, deviceModel }: Pick<DuplicateTicket, 'id' | 'device' | 'deviceModel'>) =>
  [`#${id}`, device, deviceModel].filter(Boolean).join(' ')

function DuplicateRow({ ticket, other }: { ticket: TicketInfo; other: DuplicateTicket }) {
  const words = useClosingWords()
  const [open, setOpen] = useState(false)
  const { status, createdTime, joinable, why } = other
  return (
    <div>
      <Group gap="8px 12px">
        <div style={{ flex: '1 1 9rem' }}>
          <TextLink href={addressOf(other.id)} className={css['number'] ?? ''}>
            {nameOf(other)}
          </TextLink>
          <Text size="sm">
            {words.sameWhy[why]} · {words.filed} <Time at={createdTime} only="day" />
          </Text>
        </div>
        <StatusBadge of={{ status, isConfirmed: false }} />
        {joinable && !open && (
          <Button variant="default" aria-label={words.joinWith(other.id)} onClick={() => setOpen(true)}>
            {words.join}
          </Button>
        )}
      </Group>
      {joinable && open && <MergeForm ticket={ticket} other={other} onClose={() => setOpen(false)} />}
    </div>
  )
}

function MergeForm({ ticket, other, onClose }: { ticket: TicketInfo; other: DuplicateTicket; onClose: () => void }) {
  const { id } = ticket
  const { goBack } = useWords()
  const words = useClosingWords()
  const [, go] = useLocation()
  // People know the older number.
  const [into, setInto] = useState(Math.min(id, other.id))
  const from = into === id ? other.id : id
  const join = useAction({
    work: () => api.tickets.merge({ id: from, into }),
    toast: words.merged(from, into),
    onSuccess: () => {
      if (into !== id) go(addressOf(into), { replace: true, state: historyState() })
      onClose()
    },
    onSettled: () => invalidate('tickets', 'custody', 'visits'),
  })
  return (
    <fieldset aria-label={words.joining(id, other.id)} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <Stack gap="xs" mt="xs">
        <Choice
          legend={words.goesOn}
          name={`into-${other.id}`}
          options={[ticket, other]
            .toSorted((a, b) => a.id - b.id)
            .map((one) => ({
              value: one.id,
              label: one.id === id ? `${nameOf(one)} (${words.thisOne})` : nameOf(one),
            }))}
          chosen={[into]}
          onChange={([value = into]) => setInto(value)}
        />
        <Text size="sm" role="status">
          {words.what(from, into)}
        </Text>
        <Group gap="xs">
          <Button loading={join.busy} onClick={({ detail }) => detail < 2 && join.submit()}>
            {words.joinNow(into)}
          </Button>
          <Button variant="default" autoFocus onClick={onClose}>
            {goBack}
          </Button>
        </Group>
        <ErrorAlert>{join.formError}</ErrorAlert>
      </Stack>
    </fieldset>
  )
}

export function JoinedHere({ ticket }: { ticket: TicketInfo }) {
  return ticket.merged.map((one) => <MergedTicket key={one.id} of={one} />)
}

function MergedTicket({ of: { id, undoable } }: { of: TicketInfo['merged'][number] }) {
  const words = useClosingWords()
  const { merged } = useTicketWords()
  const undo = useAction({
    work: () => api.tickets.unmerge({ id }),
    toast: words.undone(id),
    onSettled: () => invalidate('tickets', 'custody', 'visits'),
  })
  return (
    <div>
      <Group gap="sm">
        <Text>{merged(id)}</Text>
        {undoable && (
          <ConfirmButton
            label={words.undo}
            action={undo}
            variant="default"
            tone="teal"
            aria-label={words.undoWhich(id)}
            question={words.undoQuestion(id)}
            confirm={words.undo}
          />
        )}
      </Group>
      <ErrorAlert>{undo.formError}</ErrorAlert>
    </div>
  )
}
