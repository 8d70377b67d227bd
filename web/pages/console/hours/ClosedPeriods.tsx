import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { Time } from '#web/components/Time.tsx'
import { type HourPeriod, queries } from '#web/data/queries.ts'
import type { Days } from '#web/lib/days.ts'
import { useMinutes } from '#web/pages/console/minutes.ts'
import { ClosePeriod } from './ClosePeriod.tsx'
import { ExportHours, ExportPeriod } from './ExportHours.tsx'
import { type HoursAddress, useDaysText } from './hooks.ts'
import { useRuleText } from './rule-text.ts'
import { useConsoleHourWords } from './words.ts'

export function ClosedPeriods({ today, days, hrefOf }: { today: string; days: Days; hrefOf: HoursAddress['hrefOf'] }) {
  const words = useConsoleHourWords()
  const periods = useQuery(queries.hours.periods())
  if (periods.isPending) return <Loading />
  if (periods.isError) return <LoadError error={periods.error} retry={periods.refetch} />
  const { list, openFrom } = periods.data
  return (
    <>
      <ExportHours days={days} />
      <ClosePeriod key={openFrom} openFrom={openFrom} today={today} hrefOf={hrefOf} />
      <Card title={words.periods} about={words.checksumAbout}>
        {list.length === 0 ? (
          <EmptyState title={words.noPeriods} icon="receipt" about={words.noPeriodsAbout} inside />
        ) : (
          <Rows>
            {list.map((period) => (
              <Period key={period.id} period={period} />
            ))}
          </Rows>
        )}
      </Card>
    </>
  )
}

function Period({ period }: { period: HourPeriod }) {
  const words = useConsoleHourWords()
  const minutes = useMinutes()
  const daysText = useDaysText()
  const ruleText = useRuleText()
  const { name, lines, rule, checksum, closedBy, closedTime } = period
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>{name}</Text>
      <Text size="sm">
        {daysText(period)} · {words.periodLines(lines, minutes(period.minutes))}
      </Text>
      <Text variant="secondary">
        {words.closedBy(closedBy)} <Time at={closedTime} />
      </Text>
      <Text variant="secondary">{ruleText(rule)}</Text>
      <Text variant="secondary">
        {words.checksum} <Code style={{ overflowWrap: 'anywhere' }}>{checksum}</Code>
      </Text>
      <ExportPeriod period={period} />
    </Stack>
  )
}
