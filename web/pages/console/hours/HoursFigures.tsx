import { useQuery } from '@tanstack/react-query'
import type { Days } from '#web/lib/days.ts'
import { FigureLinks } from '#web/pages/console/FigureLinks.tsx'
import { useMinutes } from '#web/pages/console/minutes.ts'
import { type HoursAddress, overviewOf, sumOf } from './hooks.ts'
import { type LineFilter, noLineFilter } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

export function HoursFigures({ days, hrefOf }: { days: Days; hrefOf: HoursAddress['hrefOf'] }) {
  const words = useConsoleHourWords()
  const minutes = useMinutes()
  const people = useQuery(overviewOf(days)).data?.people ?? []
  if (people.length === 0) return null
  const open = sumOf(people, (one) => one.open)
  const linesOf = (filter: Partial<LineFilter>) => hrefOf({ view: 'lines', filter: { ...noLineFilter, ...filter } })
  const figures = [
    {
      name: words.approved,
      value: minutes(sumOf(people, (one) => one.sums.total)),
      href: linesOf({ state: 'approved' }),
    },
    {
      name: words.waiting,
      value: words.waitingLines(open),
      about: open > 0 ? minutes(sumOf(people, (one) => one.proposed)) : '',
      href: linesOf({ state: 'proposed' }),
    },
    { name: words.objections, value: sumOf(people, (one) => one.objected), href: linesOf({ objected: true }) },
  ]
  return <FigureLinks kind="hours" figures={figures} />
}
