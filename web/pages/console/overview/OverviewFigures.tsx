import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/team/pages.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { FigureLinks } from '#web/pages/console/FigureLinks.tsx'
import { useConsoleWords } from '#web/pages/console/words.ts'
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
  const figures = [
    { name: words.open, href: pages.desk, value: open },
    { name: words.unclaimed, href: pages.desk, value: detail.data.unclaimed },
    { name: words.received, href: statistics, value: current.created, about: words.lastWeek(last.created) },
    { name: words.finished, href: statistics, value: done(current), about: words.lastWeek(done(last)) },
    {
      name: words.gap,
      href: gap ? `${pages.console}/leaves` : `${pages.console}/rosters`,
      value: gap ? dayName(gap.from, lang, now) : words.noGap,
      about: gap && [words.shift(gap.shift), ...gap.gaps.map((one) => overview.gaps[one])].join(overview.and),
    },
  ]
  return <FigureLinks label={words.title} kind="overview" figures={figures} />
}
