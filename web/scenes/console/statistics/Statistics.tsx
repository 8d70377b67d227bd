import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCodeNames } from '#web/data/hooks.ts'
import { queries, type StatisticsDetail } from '#web/data/queries.ts'
import { Failed } from '#web/parts/Failed.tsx'
import { Page } from '#web/parts/Page.tsx'
import { Waiting } from '#web/parts/Waiting.tsx'
import { type Bar, Bars } from './Bars.tsx'
import { Export } from './Export.tsx'
import { Figure } from './Figure.tsx'
import { Flow } from './Flow.tsx'
import { span } from './scale.ts'
import { useStatisticsWords } from './words.ts'

/** The team's work in pictures. */
export function Statistics() {
  const words = useStatisticsWords()
  const detail = useQuery(queries.statistics.detail())
  if (detail.isPending) return <Waiting />
  if (detail.isError) return <Failed error={detail.error} retry={detail.refetch} />
  return (
    <Page title={words.title} about={words.about} size="lg">
      <Flow detail={detail.data} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Times detail={detail.data} />
          <Open detail={detail.data} />
          <Kinds detail={detail.data} />
        </Stack>
        <Stack gap="lg">
          <Devices detail={detail.data} />
          <Members detail={detail.data} />
        </Stack>
      </SimpleGrid>
      <Export />
    </Page>
  )
}

function Times({ detail: { secondsToClaim, secondsToRepair } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const shown = (seconds: number) => {
    const { value, unit } = span(seconds)
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

function Open({ detail }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const total = detail.open.reduce((all, { count }) => all + count, 0)
  const bars = detail.open.map(({ fromDays, untilDays, count }) => {
    const name = words.age(fromDays, untilDays)
    return { key: fromDays, name, value: count, shown: String(count) }
  })
  const old = detail.open.filter(({ fromDays }) => fromDays >= 7).reduce((all, { count }) => all + count, 0)
  return <Simple title={words.openTitle} says={words.openSays(total, old)} head={words.ageHead} bars={bars} />
}

function Kinds({ detail }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const codeName = useCodeNames()
  const total = detail.types.reduce((all, one) => all + one.total, 0)
  const bars = detail.types.map(({ type, total, open }) => ({
    key: type,
    name: codeName('type', type),
    value: total,
    shown: words.ofWhichOpen(total, open),
  }))
  return <Simple title={words.kindsTitle} says={words.kindsSay(total)} head={words.kind} bars={bars} />
}

function Devices({ detail: { devices } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const bars = devices.map(({ device, count }) => ({ key: device, name: device, value: count, shown: String(count) }))
  return <Simple title={words.devicesTitle} says={words.devicesSay} head={words.device} bars={bars} />
}

function Members({ detail: { members } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const bars = members.map(({ id, name, finished }) => ({ key: id, name, value: finished, shown: String(finished) }))
  return <Simple title={words.membersTitle} says={words.membersSay} head={words.member} bars={bars} />
}

const tableOf = (bars: readonly Bar[]) => bars.map(({ key, name, shown }) => ({ key, name, figures: [shown] }))

/** Names and how many. */
function Simple({ title, says, head, bars }: { title: string; says: string; head: string; bars: readonly Bar[] }) {
  const words = useStatisticsWords()
  const table = { heads: [head, words.tickets], rows: tableOf(bars) }
  return (
    <Figure title={title} says={bars.length > 0 ? says : words.nothing} table={table}>
      <Bars title={title} says={says} bars={bars} />
    </Figure>
  )
}
