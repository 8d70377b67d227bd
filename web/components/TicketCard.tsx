import { Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { isOpen } from '#client/progress.ts'
import { pages } from '#contract/team/pages.ts'
import type { TicketSummary } from '#web/data/queries.ts'
import { OpeningFacts } from './owner/Opening.tsx'
import { isReadyToCollect } from './owner/ReadyToCollect.tsx'
import { TicketProgress } from './Progress.tsx'
import { StatusBadge } from './Status.tsx'
import { Time } from './Time.tsx'
import css from './ticket-card.module.css'

export function TicketCard({ ticket }: { ticket: TicketSummary }) {
  const { id, device, deviceModel, createdTime } = ticket
  const ready = isReadyToCollect(ticket)
  return (
    <Paper
      component={Link}
      href={pages.ticket.replace(':id', String(id))}
      withBorder
      p="md"
      className={css['card'] ?? ''}
      data-ready={ready}
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={2} miw={0}>
            <Text fw={600} className={css['device'] ?? ''}>
              {device} {deviceModel}
            </Text>
            <Text variant="secondary">
              #{id} · <Time at={createdTime} only="day" />
            </Text>
          </Stack>
          <StatusBadge of={ticket} />
        </Group>
        {ready ? <OpeningFacts plain /> : isOpen(ticket) && <TicketProgress of={ticket} />}
      </Stack>
    </Paper>
  )
}
