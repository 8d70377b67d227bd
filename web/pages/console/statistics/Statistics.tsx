import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction, useErrorText } from '#web/components/action.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { Page } from '#web/components/Page.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { api } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries, type StatisticsDetail } from '#web/data/queries.ts'
import type { Days } from '#web/lib/days.ts'
import { download } from '#web/lib/download.ts'
import { daysBefore, daysOfPeriod, isEmptyPeriod, type PeriodName, periodNames } from './period.ts'
import {
  BarrierFigure,
  CategoryFigure,
  DeviceFigure,
  KindFigure,
  MemberFigure,
  OpenFigure,
  OutcomeFigure,
  RatingFigure,
  RepairDayFigure,
  TimesFigure,
} from './StatisticsFigures.tsx'
import { percent } from './scale.ts'
import { TicketFlow } from './TicketFlow.tsx'
import { useStatisticsWords } from './words.ts'

export function Statistics() {
  const words = useStatisticsWords()
  const errorText = useErrorText()
  const today = useClock().slice(0, 10)
  const [choice, setChoice] = useState<PeriodName>('13weeks')
  const [own, setOwn] = useState<Days>({ from: '', until: '' })
  const days = today ? daysOfPeriod(choice, today, own) : {}
  const detail = useQuery({
    ...queries.statistics.detail(days),
    enabled: today !== '',
    placeholderData: keepPreviousData,
  })
  const earlier = daysBefore(days)
  const before = useQuery({ ...queries.statistics.detail(earlier), enabled: earlier !== undefined })
  const refused = detail.error instanceof Failure && detail.error.code === 'bad_input' ? detail.error : undefined
  return (
    <Page title={words.title} about={words.about}>
      <PeriodChoice choice={choice} own={own} choose={setChoice} change={setOwn} />
      {refused && <ErrorAlert>{errorText(refused, (name) => (name === 'from' ? words.from : words.until))}</ErrorAlert>}
      {detail.isError && !refused && <LoadError error={detail.error} retry={detail.refetch} />}
      {detail.isPending && <Skeleton heights={[440, 320, 320, 320]} />}
      {detail.data && !detail.isError && <PeriodFigures choice={choice} detail={detail.data} before={before.data} />}
      <ExportTickets />
    </Page>
  )
}

interface PeriodFiguresProps {
  choice: PeriodName
  detail: StatisticsDetail
  before: StatisticsDetail | undefined
}

function PeriodFigures({ choice, detail, before }: PeriodFiguresProps) {
  const words = useStatisticsWords()
  if (isEmptyPeriod(detail.total))
    return (
      <>
        <EmptyState
          icon="chart"
          title={words.empty}
          about={words.emptyAbout}
          action={<LinkButton href={`${pages.console}/import`}>{words.toImport}</LinkButton>}
        />
        {/* Tickets of other days are open now. */}
        {detail.open.some(({ count }) => count > 0) && (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <OpenFigure detail={detail} />
            <KindFigure detail={detail} />
          </SimpleGrid>
        )}
      </>
    )
  return (
    <>
      <Answer now={detail} before={before} period={words.before[choice]} />
      <TicketFlow key={choice} detail={detail} begin={choice === '12months' ? 'months' : 'weeks'} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <TimesFigure detail={detail} />
          <OpenFigure detail={detail} />
          <KindFigure detail={detail} />
          <RatingFigure detail={detail} />
          <DeviceFigure detail={detail} />
        </Stack>
        <Stack gap="lg">
          <OutcomeFigure detail={detail} />
          <CategoryFigure detail={detail} />
          <BarrierFigure detail={detail} />
          <MemberFigure detail={detail} />
        </Stack>
      </SimpleGrid>
      <RepairDayFigure detail={detail} />
    </>
  )
}

interface AnswerProps {
  now: StatisticsDetail
  before: StatisticsDetail | undefined
  /** The name of the period before. */
  period: string
}

/** The answer to the first question: how many were repaired, and how that compares. */
function Answer({ now, before, period }: AnswerProps) {
  const words = useStatisticsWords()
  const figuresOf = ({ total: { finished, unrepairable } }: StatisticsDetail) => {
    const closed = finished + unrepairable
    return [finished, closed, percent(finished, closed)] as const
  }
  return (
    <div>
      <Text size="xl" fw={650}>
        {words.answer(...figuresOf(now))}
      </Text>
      {/* Its room is kept until it is known. */}
      <Text variant="secondary" mih="1.6em">
        {before && words.compared(period, ...figuresOf(before))}
      </Text>
    </div>
  )
}

interface PeriodChoiceProps {
  choice: PeriodName
  own: Days
  choose: (choice: PeriodName) => void
  change: (own: Days) => void
}

function PeriodChoice({ choice, own, choose, change }: PeriodChoiceProps) {
  const words = useStatisticsWords()
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <SelectField
        label={words.period}
        value={choice}
        data={periodNames.map((one) => ({ value: one, label: words.choices[one] }))}
        onChange={choose}
      />
      {choice === 'own' &&
        (['from', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={words[end]}
            value={own[end]}
            onChange={(event) => change({ ...own, [end]: event.currentTarget.value })}
          />
        ))}
    </SimpleGrid>
  )
}

function ExportTickets() {
  const { export: words } = useStatisticsWords()
  const [period, setPeriod] = useState({ from: '', until: '' })
  const { from, until } = period
  const take = useAction({
    work: () => api.admin.exportTickets({ ...(from && { from }), ...(until && { until }) }),
    toast: words.done,
    onSuccess: (text) => {
      const days = [from, until].filter(Boolean).join('_')
      // Decoding a text removes its byte order mark, which spreadsheets need to detect UTF-8.
      download(`tickets${days && `-${days}`}.csv`, 'text/csv;charset=utf-8', `\uFEFF${text}`)
    },
    fields: { from: words.from, until: words.until },
  })
  const field = fieldsOf(take, period, setPeriod)
  return (
    <Card title={words.title} about={words.about}>
      <Form action={take} submit={words.submit} onSubmit={() => take.submit()}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Field type="date" {...field('from')} about={words.fromAbout} />
          <Field type="date" {...field('until')} about={words.untilAbout} />
        </SimpleGrid>
      </Form>
    </Card>
  )
}
