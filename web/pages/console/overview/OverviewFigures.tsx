import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { useConsoleWords } from '#web/pages/console/words.ts'
import css from './figures.module.css'
import { useWeekAhead } from './week-ahead.ts'

export function OverviewFigures() {
  const { overview } = useConsoleWords()
  const { figures: words } = overview
  const lang = useLang()
  const now = useClock()
  const detail = useQuery(queries.statistics.detail())
  const { weeks, gaps } = useWeekAhead()
  const [gap] = gaps
  const [last, current] = detail.data?.weeks.slice(-2) ?? []
  // The error is shown by Attention, which runs the same query.
  if (!detail.data || !weeks.data || !last || !current) return null
  const open = detail.data.open.reduce((all, { count }) => all + count, 0)
  const statistics = `${pages.console}/statistics`
  const done = (week: typeof last) => week.finished + week.unrepairable
  return (
    <ul className={css['figures']} aria-label={words.title}>
      <Figure name={words.open} href={pages.desk} value={open} />
      <Figure name={words.unclaimed} href={pages.desk} value={detail.data.unclaimed} />
      <Figure name={words.received} href={statistics} value={current.created} about={words.lastWeek(last.created)} />
      <Figure name={words.finished} href={statistics} value={done(current)} about={words.lastWeek(done(last))} />
      <Figure
        name={words.gap}
        href={gap ? `${pages.console}/leaves` : `${pages.console}/rosters`}
        value={gap ? dayName(gap.from, lang, now) : words.noGap}
        about={
          gap &&
          `${words.shift(gap.shift)}${overview.and}${gap.gaps.map((one) => overview.gaps[one]).join(overview.and)}`
        }
      />
    </ul>
  )
}

interface Props {
  name: string
  href: string
  value: ReactNode
  about?: string | undefined
}

function Figure({ name, href, value, about }: Props) {
  return (
    <li>
      <Link href={href} className={css['figure'] ?? ''}>
        <span className={css['name']}>{name}</span>
        <span className={css['value']} data-text={typeof value === 'string'}>
          {value}
        </span>
        {about && <span className={css['about']}>{about}</span>}
      </Link>
    </li>
  )
}
