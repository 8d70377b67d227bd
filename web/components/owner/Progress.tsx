import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { isOpen, sentenceFor } from '#client/progress.ts'
import { noteTypes, statuses } from '#contract/codes.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { TicketProgress } from '#web/components/Progress.tsx'
import { type Note, Story } from '#web/components/Story.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import type { OwnersTicket } from '#web/data/queries.ts'
import { OpeningFacts } from './Opening.tsx'
import { isReadyToCollect } from './ReadyToCollect.tsx'
import { useOwnerWords } from './words.ts'

interface Props {
  of: OwnersTicket
  /** Leaves out what comes next, because the page shows it above. */
  quiet?: boolean
  children?: ReactNode
}

/** What the ticket waits for, what the owner does next, and how far it is. */
export function OwnersProgress({ of: ticket, quiet = false, children }: Props) {
  const words = useTicketWords()
  const sentence = words.sentence[sentenceFor(ticket)]
  return (
    <Paper component="section" withBorder p="md" aria-label={quiet ? words.progress : sentence}>
      <Stack>
        {!quiet && <NextStep of={ticket} sentence={sentence} />}
        <TicketProgress of={ticket} />
        <WorkersComment of={ticket} />
        {children}
        {ticket.workers.length > 0 && <Workers of={ticket} />}
      </Stack>
    </Paper>
  )
}

function NextStep({ of: ticket, sentence }: { of: OwnersTicket; sentence: string }) {
  const { next } = useTicketWords()
  const about = next[sentenceFor(ticket)]
  return (
    <>
      <Stack gap={4}>
        <Title size="h3">{sentence}</Title>
        {about && <Text>{about}</Text>}
      </Stack>
      {isDeviceAwaited(ticket) && <OpeningFacts />}
    </>
  )
}

function isDeviceAwaited({ here, status, isConfirmed }: OwnersTicket): boolean {
  const early = status === statuses.submitted || status === statuses.accepted
  return early && !here && !isConfirmed
}

/** The last comment of a worker says why the ticket is on hold. It stands above, and not in the history. */
export function commentOnHold<N extends Note>({ status, notes, workers }: OnHold<N>): N | undefined {
  if (status !== statuses.waiting) return undefined
  return notes.findLast(({ type, op }) => type === noteTypes.comment && workers.some(({ name }) => name === op))
}

interface OnHold<N> extends Pick<OwnersTicket, 'status' | 'workers'> {
  readonly notes: readonly N[]
}

function WorkersComment({ of: ticket }: { of: OwnersTicket }) {
  const words = useTicketWords()
  const comment = commentOnHold(ticket)
  if (!comment) return null
  const answer = () => document.querySelector<HTMLElement>('textarea[name=content]')?.focus()
  return (
    <>
      <Story notes={[comment]} />
      {ticket.moves.some(({ action }) => action === 'addnote') && (
        <Group>
          <Button onClick={answer}>{words.answer}</Button>
        </Group>
      )}
    </>
  )
}

function Workers({ of: ticket }: { of: OwnersTicket }) {
  const words = useOwnerWords()
  return (
    <Group gap="xs">
      <Text variant="secondary">{isOpen(ticket) && !isReadyToCollect(ticket) ? words.workers : words.workersThen}</Text>
      {ticket.workers.map(({ id, name, avatar }) => (
        <Group key={id} gap={6} wrap="nowrap">
          <Avatar src={avatar} name={name} size={28} />
          <Text size="sm">{name}</Text>
        </Group>
      ))}
    </Group>
  )
}
