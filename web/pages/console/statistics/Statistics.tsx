import { SimpleGrid, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { useErrorText } from '#web/components/action.ts'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { tableOf } from '#web/components/figures/BarFigure.tsx'
import { Bars } from '#web/components/figures/Bars.tsx'
import { Figure } from '#web/components/figures/Figure.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { useClock, useCodeNames } from '#web/data/hooks.ts'
import { queries, type StatisticsDetail } from '#web/data/queries.ts'
import type { Days } from '#web/lib/days.ts'
import { CountFigure } from './CountFigure.tsx'
import { ExportTickets } from './ExportTickets.tsx'
import { BarrierFigure, CategoryFigure, OutcomeFigure, RatingFigure } from './OutcomeFigures.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { daysOfPeriod, type PeriodName } from './period.ts'
import { percent, readableDuration } from './scale.ts'
import { TicketFlow } from './TicketFlow.tsx'
import { useStatisticsWords } from './words.ts'

export function Statistics() {
  const words = useStatisticsWords()
  const errorText = useErrorText()
  const today = useClock().slice(0, 10)
  const [choice, setChoice] = useState<PeriodName>('13weeks')
  const [own, setOwn] = useState<Days>({ from: '', until: '' })
  const detail = useQuery({
    ...queries.statistics.detail(today ? daysOfPeriod(choice, today, own) : {}),
    enabled: today !== '',
    placeholderData: keepPreviousData,
  })
  const refused = detail.error instanceof Failure && detail.error.code === 'bad_input' ? detail.error : undefined
  return (
    <Page title={words.title} about={words.about}>
      <PeriodChoice choice={choice} own={own} choose={setChoice} change={setOwn} />
      {refused && <ErrorAlert>{errorText(refused, (name) => (name === 'from' ? words.from : words.until))}</ErrorAlert>}
      {detail.isError && !refused && <LoadError error={detail.error} retry={detail.refetch} />}
      {detail.isPending && <Loading />}
      {detail.data && !detail.isError && (
        <>
          <TicketFlow key={choice} detail={detail.data} begin={choice === '12months' ? 'months' : 'weeks'} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Stack gap="lg">
              <TimesFigure detail={detail.data} />
              <OpenFigure detail={detail.data} />
              <KindFigure detail={detail.data} />
              <RatingFigure detail={detail.data} />
              <DeviceFigure detail={detail.data} />
            </Stack>
            <Stack gap="lg">
              <OutcomeFigure detail={detail.data} />
              <CategoryFigure detail={detail.data} />
              <BarrierFigure detail={detail.data} />
              <MemberFigure detail={detail.data} />
            </Stack>
          </SimpleGrid>
        </>
      )}
      <ExportTickets />
    </Page>
  )
}

function TimesFigure({ detail: { secondsToClaim, secondsToRepair } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const shown = (seconds: number) => {
    const { value, unit } = readableDuration(seconds)
    return words.span[unit](value)
  }
  const all = [
    { name: words.claimMedian, value: secondsToClaim.median },
    { name: words.claimMost, value: secondsToClaim.p90 },
    { name: words.repairMedian, value: secondsToRepair.median },
    { name: words.repairMost, value: secondsToRepair.p90 },
  ].map((one) => ({ ...one, key: one.name, shown: shown(one.value) }))
  const says = words.timesSay(secondsToClaim.count, secondsToRepair.count)
  return (
    <Figure title={words.timesTitle} says={says} table={{ heads: [words.step, words.duration], rows: tableOf(all) }}>
      <Bars title={words.timesTitle} says={says} bars={all} />
    </Figure>
  )
}

function OpenFigure({ detail }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const total = detail.open.reduce((all, { count }) => all + count, 0)
  const bars = detail.open.map(({ fromDays, untilDays, count }) => {
    const name = words.age(fromDays, untilDays)
    return { key: fromDays, name, value: count, shown: words.share(count, percent(count, total)) }
  })
  const old = detail.open.filter(({ fromDays }) => fromDays >= 7).reduce((all, { count }) => all + count, 0)
  const says = total > 0 ? words.openSays(total, old) : words.noneOpen
  return <CountFigure title={words.openTitle} says={says} head={words.ageHead} bars={bars} whole={total} />
}

function KindFigure({ detail }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const codeName = useCodeNames()
  const total = detail.types.reduce((all, one) => all + one.total, 0)
  const bars = detail.types.map(({ type, total: one, open }) => ({
    key: type,
    name: codeName('type', type),
    value: one,
    shown: words.ofWhichOpen(words.share(one, percent(one, total)), open),
  }))
  return (
    <CountFigure title={words.kindsTitle} says={words.kindsSay(total)} head={words.kind} bars={bars} whole={total} />
  )
}

function DeviceFigure({ detail: { devices } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const bars = devices.map(({ device, count }) => ({ key: device, name: device, value: count, shown: String(count) }))
  return <CountFigure title={words.devicesTitle} says={words.devicesSay} head={words.device} bars={bars} />
}

function MemberFigure({ detail: { members } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const bars = members.map(({ id, name, finished }) => ({ key: id, name, value: finished, shown: String(finished) }))
  return <CountFigure title={words.membersTitle} says={words.membersSay} head={words.member} bars={bars} />
}
