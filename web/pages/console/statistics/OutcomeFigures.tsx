import { useOutcomeWords } from '#web/components/outcome-words.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { StatisticsDetail } from '#web/data/queries.ts'
import { CountFigure } from './CountFigure.tsx'
import { percent } from './scale.ts'
import { useStatisticsWords } from './words.ts'

export function OutcomeFigure({ detail: { outcomes } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const names = useOutcomeWords().outcomes
  const { finished, fixed, repairable, endOfLife, unknown } = outcomes
  const all = [
    { name: names.fixed, value: fixed },
    { name: names.repairable, value: repairable },
    { name: names.end_of_life, value: endOfLife },
    { name: names.unknown, value: unknown },
    { name: words.unsaid, value: finished - fixed - repairable - endOfLife - unknown },
  ]
  const bars = all.map((one) => ({
    ...one,
    key: one.name,
    shown: words.share(one.value, percent(one.value, finished)),
  }))
  const says = words.outcomesSay(finished, fixed, percent(fixed, finished))
  return (
    <CountFigure
      title={words.outcomesTitle}
      says={says}
      head={words.outcome}
      bars={finished > 0 ? bars : []}
      whole={finished}
    />
  )
}

export function BarrierFigure({ detail: { barriers } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const names = useOutcomeWords().barriers
  const bars = barriers.map(({ barrier, count }) => ({
    ...{ key: barrier, name: names[barrier], value: count },
    shown: String(count),
  }))
  return <CountFigure title={words.barriersTitle} says={words.barriersSay} head={words.barrier} bars={bars} />
}

export function CategoryFigure({ detail: { categories } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const codeName = useCodeNames()
  const bars = categories.map(({ category, count, fixed }) => ({
    ...{ key: category, name: codeName('category', category), value: count },
    shown: words.ofWhichFixed(count, fixed),
  }))
  return <CountFigure title={words.categoriesTitle} says={words.categoriesSay} head={words.category} bars={bars} />
}

export function RatingFigure({ detail: { rating } }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const mean = rating.count > 0 ? (rating.stars / rating.count).toFixed(1) : ''
  const bars = mean === '' ? [] : [{ key: 'mean', name: words.mean, value: Number(mean), shown: words.stars(mean) }]
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
