import { Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { RepairDaySummary } from '#contract/repair-days/day-fields.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { repairDayAddress } from '#web/components/repair-days/address.ts'
import { DayState, WhenAndWhere } from '#web/components/repair-days/DayFacts.tsx'
import { useRepairDayWords } from '#web/components/repair-days/words.ts'
import { queries } from '#web/data/queries.ts'
import css from './repair-days.module.css'

export function RepairDays() {
  const words = useRepairDayWords()
  const days = useQuery(queries.repairDays.list())
  return (
    <Page title={words.title} about={words.about}>
      {days.isPending && <Loading />}
      {days.isError && <LoadError error={days.error} retry={days.refetch} />}
      {days.data?.list.length === 0 && (
        <EmptyState
          title={words.none}
          icon="calendar"
          about={words.noneAbout}
          action={<LinkButton href={pages.newTicket}>{words.file}</LinkButton>}
        />
      )}
      {days.data && days.data.list.length > 0 && (
        <Stack component="ul" className={css['list'] ?? ''}>
          {days.data.list.map((day) => (
            <li key={day.id}>
              <DayLink of={day} />
            </li>
          ))}
        </Stack>
      )}
    </Page>
  )
}

function DayLink({ of: day }: { of: RepairDaySummary }) {
  const words = useRepairDayWords()
  return (
    <Paper component={Link} href={repairDayAddress(day.id)} withBorder p="md" className={css['day'] ?? ''}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {day.title}
          </Text>
          <DayState of={day.state} />
        </Group>
        <WhenAndWhere of={day} plain />
        {day.free > 0 && <Text variant="secondary">{words.free(day.free)}</Text>}
      </Stack>
    </Paper>
  )
}
