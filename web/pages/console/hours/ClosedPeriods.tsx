import { Code, Input, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, TextLink } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { Time } from '#web/components/Time.tsx'
import { WithCommand } from '#web/components/WithCommand.tsx'
import { api } from '#web/data/api.ts'
import { type HourPeriod, queries } from '#web/data/queries.ts'
import { type Days, yearBefore } from '#web/lib/days.ts'
import { download } from '#web/lib/download.ts'
import { ClosePeriod } from './ClosePeriod.tsx'
import { type HoursAddress, useDaysText, useMinutes } from './hooks.ts'
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
      <Card title={words.periods} about={<WithCommand text={words.checksumAbout} />}>
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

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
} as const

function ExportPeriod({ period: { name, from, until } }: { period: HourPeriod }) {
  const words = useConsoleHourWords()
  // The service exports at most a year; the first period may be longer.
  const since = from || yearBefore(until)
  const take = useAction({
    work: () => api.hours.export({ from: since, until, by: 'day', format: 'xlsx' }),
    toast: words.downloaded,
    onSuccess: (table) => download(`${[words.file, since, until].join('-')}.xlsx`, types.xlsx, table),
  })
  return (
    <>
      <ErrorAlert>{take.formError}</ErrorAlert>
      <div>
        <ActionButton action={take} variant="default">
          {words.exportPeriod(name)}
        </ActionButton>
      </div>
    </>
  )
}

function ExportHours({ days }: { days: Days }) {
  const words = useConsoleHourWords()
  const [range, setRange] = useState(days)
  const [by, setBy] = useState<'person' | 'day'>('day')
  const [format, setFormat] = useState<keyof typeof types>('xlsx')
  const { from, until } = range
  const take = useAction({
    work: () => api.hours.export({ ...(from && { from }), ...(until && { until }), by, format }),
    toast: words.downloaded,
    onSuccess: (table) => {
      const name = [words.file, from, until].filter(Boolean).join('-')
      download(`${name}.${format}`, types[format], table)
    },
    fields: { from: words.from, until: words.until },
  })
  const field = fieldsOf(take, range, setRange)
  const about = (
    <Lead text={words.exportAbout}>
      <TextLink href={`${pages.console}/settings/hours#columns`} inherit>
        {words.columnsInSettings}
      </TextLink>
    </Lead>
  )
  return (
    <Card title={words.export} about={about}>
      <Form action={take} submit={words.download} onSubmit={() => take.submit()}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} maw="48rem">
          <Field type="date" {...field('from')} />
          <Field type="date" {...field('until')} />
          <LabelledChoice
            label={words.by}
            value={by}
            onChange={setBy}
            data={[
              { value: 'day', label: words.byDay },
              { value: 'person', label: words.byPerson },
            ]}
          />
          <LabelledChoice
            label={words.format}
            value={format}
            onChange={setFormat}
            data={[
              { value: 'xlsx', label: 'XLSX' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        </SimpleGrid>
      </Form>
    </Card>
  )
}

interface LabelledChoiceProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  data: readonly { readonly value: NoInfer<V>; readonly label: string }[]
}

function LabelledChoice<V extends string>({ label, ...choice }: LabelledChoiceProps<V>) {
  const id = useId()
  return (
    <Stack gap={4} align="flex-start">
      <Input.Label component="div" id={id} size="sm">
        {label}
      </Input.Label>
      <SegmentedChoice aria-labelledby={id} {...choice} />
    </Stack>
  )
}
