import { Paper, Stack, Text, Title } from '@mantine/core'
import { sentenceFor } from '#client/progress.ts'
import { isDone } from '#client/ticket.ts'
import { statusMeaning } from '#contract/codes.ts'
import { Card } from '#web/components/Card.tsx'
import { Qr } from '#web/components/Qr.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import type { OwnersTicket } from '#web/data/queries.ts'
import { OpeningFacts } from './Opening.tsx'
import css from './ready.module.css'
import { useOwnerWords } from './words.ts'

type Ticket = Pick<OwnersTicket, 'id' | 'link' | 'status' | 'isConfirmed'>

export const isReadyToCollect = ({ status, isConfirmed }: Pick<Ticket, 'status' | 'isConfirmed'>): boolean =>
  isDone(status) && !isConfirmed

/** The code to show, the place and the time for collecting the device. */
export function ReadyToCollect({ of: ticket }: { of: Ticket }) {
  const words = useOwnerWords()
  const { sentence } = useTicketWords()
  const title = statusMeaning(ticket.status).repaired ? words.ready : words.readyUnrepaired
  return (
    <Paper component="section" className={css['ready'] ?? ''} withBorder p="md" aria-label={title}>
      <Stack gap="sm">
        <Stack gap={4}>
          <Title size="h3">{title}</Title>
          <Text>{sentence[sentenceFor(ticket)]}</Text>
        </Stack>
        <OpeningFacts />
        <Text variant="secondary">{words.readyCodeAbout}</Text>
      </Stack>
      <CodeToShow of={ticket} />
    </Paper>
  )
}

/** The same code before the repair is done, for bringing the device. */
export function CollectCode({ of: ticket }: { of: Ticket }) {
  const words = useOwnerWords()
  return (
    <Card title={words.code} about={words.codeAbout}>
      <CodeToShow of={ticket} />
    </Card>
  )
}

function CodeToShow({ of: { id, link } }: { of: Ticket }) {
  const words = useOwnerWords()
  return (
    <Stack align="center" gap={4}>
      <Qr text={link} label={words.codeOf(id)} size={176} />
      <Text fw={650} size="xl">
        #{id}
      </Text>
    </Stack>
  )
}
