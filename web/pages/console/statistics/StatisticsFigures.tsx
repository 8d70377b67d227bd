import { languages } from '#contract/languages.ts'
import { type Bar, BarFigure, type BarFigureProps } from '#web/components/figures/BarFigure.tsx'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { StatisticsDetail } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { weightOf } from '#web/lib/weight.ts'
import { percent, readableDuration } from './scale.ts'
import { useStatisticsWords } from './words.ts'

interface Props {
  detail: StatisticsDetail
}

interface CountFigureProps extends Omit<BarFigureProps, 'heads' | 'bars'> {
  head: string
  unit?: string
  /** By default a bar shows its value, and its name is its key. */
  bars: readonly (Partial<Bar> & Pick<Bar, 'name' | 'value'>)[]
}

function CountFigure({ says, head, unit, bars, ...figure }: CountFigureProps) {
  const words = useStatisticsWords()
  return (
    <BarFigure
      {...figure}
      says={bars.length > 0 ? says : words.nothing}
      heads={[head, unit ?? words.tickets]}
      bars={bars.map((bar) => ({ key: bar.name, shown: String(bar.value), ...bar }))}
    />
  )
}

export function TimesFigure({ detail: { secondsToClaim, secondsToRepair } }: Props) {
  const words = useStatisticsWords()
  const bar = (name: string, seconds: number) => {
    const { value, unit } = readableDuration(seconds)
    return { key: name, name, value: seconds, shown: words.span[unit](value) }
  }
  const claimed = [bar(words.claimMedian, secondsToClaim.median), bar(words.claimMost, secondsToClaim.p90)]
  const repaired = [bar(words.repairMedian, secondsToRepair.median), bar(words.repairMost, secondsToRepair.p90)]
  const bars = [...(secondsToClaim.count > 0 ? claimed : []), ...(secondsToRepair.count > 0 ? repaired : [])]
  const says = bars.length > 0 ? words.timesSay(secondsToClaim.count, secondsToRepair.count) : words.nothing
  return <BarFigure title={words.timesTitle} says={says} heads={[words.step, words.duration]} bars={bars} />
}

export function OpenFigure({ detail: { open } }: Props) {
  const words = useStatisticsWords()
  const total = open.reduce((all, { count }) => all + count, 0)
  const bars = open.map(({ fromDays, untilDays, count }) => ({
    name: words.age(fromDays, untilDays),
    value: count,
    shown: words.share(count, percent(count, total)),
  }))
  const old = open.filter(({ fromDays }) => fromDays >= 7).reduce((all, { count }) => all + count, 0)
  const says = total > 0 ? words.openSays(total, old) : words.noneOpen
  return <CountFigure title={words.openTitle} says={says} head={words.ageHead} bars={bars} whole={total} />
}

export function KindFigure({ detail: { types } }: Props) {
  const words = useStatisticsWords()
  const codeName = useCodeNames()
  const whole = types.reduce((all, { total }) => all + total, 0)
  const bars = types.map(({ type, total, open }) => ({
    key: type,
    name: codeName('type', type),
    value: total,
    shown: words.ofWhichOpen(words.share(total, percent(total, whole)), open),
  }))
  return (
    <CountFigure title={words.kindsTitle} says={words.kindsSay(whole)} head={words.kind} bars={bars} whole={whole} />
  )
}

export function DeviceFigure({ detail: { devices } }: Props) {
  const words = useStatisticsWords()
  const bars = devices.map(({ device, count }) => ({ name: device, value: count }))
  return <CountFigure title={words.devicesTitle} says={words.devicesSay} head={words.device} bars={bars} />
}

export function MemberFigure({ detail: { members } }: Props) {
  const words = useStatisticsWords()
  const bars = members.map(({ id, name, finished }) => ({ key: id, name, value: finished }))
  return <CountFigure title={words.membersTitle} says={words.membersSay} head={words.member} bars={bars} />
}

export function OutcomeFigure({ detail: { outcomes } }: Props) {
  const words = useStatisticsWords()
  const names = useOutcomeWords().outcomes
  const { finished, fixed, repairable, endOfLife, unknown } = outcomes
  const bar = (name: string, value: number) => ({ name, value, shown: words.share(value, percent(value, finished)) })
  const bars = [
    bar(names.fixed, fixed),
    bar(names.repairable, repairable),
    bar(names.end_of_life, endOfLife),
    bar(names.unknown, unknown),
    bar(words.unsaid, finished - fixed - repairable - endOfLife - unknown),
  ]
  return (
    <CountFigure
      title={words.outcomesTitle}
      says={words.outcomesSay(finished, fixed, percent(fixed, finished))}
      head={words.outcome}
      bars={finished > 0 ? bars : []}
      whole={finished}
    />
  )
}

export function BarrierFigure({ detail: { barriers } }: Props) {
  const words = useStatisticsWords()
  const names = useOutcomeWords().barriers
  const bars = barriers.map(({ barrier, count }) => ({ name: names[barrier], value: count }))
  return <CountFigure title={words.barriersTitle} says={words.barriersSay} head={words.barrier} bars={bars} />
}

export function CategoryFigure({ detail: { categories } }: Props) {
  const words = useStatisticsWords()
  const codeName = useCodeNames()
  const bars = categories.map(({ category, count, fixed }) => ({
    key: category,
    name: codeName('category', category),
    value: count,
    shown: words.ofWhichFixed(count, fixed),
  }))
  return <CountFigure title={words.categoriesTitle} says={words.categoriesSay} head={words.category} bars={bars} />
}

export function RatingFigure({ detail: { rating } }: Props) {
  const words = useStatisticsWords()
  const mean = rating.count > 0 ? (rating.stars / rating.count).toFixed(1) : ''
  const bars = mean === '' ? [] : [{ name: words.mean, value: Number(mean), shown: words.stars(mean) }]
  return (
    <CountFigure
      title={words.ratingTitle}
      says={words.ratingSays(mean, rating.count)}
      head={words.figure}
      bars={bars}
      whole={5}
      unit={words.ratings(rating.count)}
    />
  )
}

/** A team without repair days has no such figure. */
export function RepairDayFigure({ detail: { repairDays } }: Props) {
  const words = useStatisticsWords()
  const number = new Intl.NumberFormat(languages[useLang()].tag)
  if (repairDays.length === 0) return null
  const bars = repairDays.map(({ id, date, booked, arrived, walkIns, fixed, notFixed, open, grams }) => {
    const { amount, unit } = weightOf(grams)
    return {
      key: id,
      name: date,
      value: arrived + walkIns,
      shown: words.ofWhichFixed(arrived + walkIns, fixed),
      cells: [booked, arrived, walkIns, fixed, notFixed, open, words[unit](number.format(amount))],
    }
  })
  const came = bars.reduce((sum, { value }) => sum + value, 0)
  return (
    <BarFigure
      title={words.repairDaysTitle}
      says={words.repairDaysSay(bars.length, came)}
      heads={[words.repairDay, ...words.repairDayColumns]}
      bars={bars}
    />
  )
}
