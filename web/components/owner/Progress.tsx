import { Box, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isOpen } from '#client/progress.ts'
import { noteTypes, statuses } from '#contract/codes.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { TicketProgress } from '#web/components/Progress.tsx'
import { Story } from '#web/components/Story.tsx'
import { TeamPlace, useTeamPlace } from '#web/components/TeamPlace.tsx'
import type { OwnersTicket } from '#web/data/queries.ts'
import { isReadyToCollect } from './ReadyToCollect.tsx'
import { isDeviceAwaited } from './WhereToBring.tsx'
import { useOwnerWords } from './words.ts'

interface Props {
  of: OwnersTicket
  /** Leaves out the sentence about the next step. */
  quiet?: boolean
  children?: ReactNode
}

export function OwnersProgress({ of: ticket, quiet = false, children }: Props) {
  return (
    <Paper withBorder p="md" pt="lg">
      <TicketProgress of={ticket} quiet={quiet} />
      {ticket.status === statuses.waiting && <WorkersComment of={ticket} />}
      {children}
      {ticket.workers.length > 0 && <Workers of={ticket} />}
      {/* `WhereToBring` and `ReadyToCollect` show the place. */}
      {isOpen(ticket) && !isDeviceAwaited(ticket) && !isReadyToCollect(ticket) && <Where />}
    </Paper>
  )
}

/** What a ticket on hold waits for is in the last comment of those who work on it. */
function WorkersComment({ of: { notes, workers } }: { of: OwnersTicket }) {
  const comment = notes.findLast(
    ({ type, op }) => type === noteTypes.comment && workers.some(({ name }) => name === op),
  )
  return (
    comment && (
      <Box mt="md">
        <Story notes={[comment]} />
      </Box>
    )
  )
}

function Workers({ of: ticket }: { of: OwnersTicket }) {
  const words = useOwnerWords()
  return (
    <Group gap="xs" mt="md">
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

function Where() {
  const words = useOwnerWords()
  const { text, map } = useTeamPlace()
  if (!text && !map) return null
  return (
    <Group gap="xs" mt="md" wrap="nowrap" align="flex-start">
      <Text variant="secondary">{words.place}</Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <TeamPlace />
      </Text>
    </Group>
  )
}
