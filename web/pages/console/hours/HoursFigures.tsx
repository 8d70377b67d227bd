import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Days } from '#web/lib/days.ts'
import { useMinutes } from '#web/pages/console/minutes.ts'
import type { HoursAddress } from './address.ts'
import css from './hours.module.css'
import { overviewOf, sumOf } from './overview.ts'
import { noLineFilter } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

export function HoursFigures({ days, hrefOf }: { days: Days; hrefOf: HoursAddress['hrefOf'] }) {
  const words = useConsoleHourWords()
  const minutes = useMinutes()
  const people = useQuery(overviewOf(days)).data?.people ?? []
  if (people.length === 0) return null
  const open = sumOf(people, (one) => one.open)
  const figures = [
    {
      name: words.approved,
      value: minutes(sumOf(people, (one) => one.sums.total)),
      filter: { ...noLineFilter, state: 'approved' as const },
    },
    {
      name: words.waiting,
      value: words.waitingLines(open),
      about: open > 0 && minutes(sumOf(people, (one) => one.proposed)),
      filter: { ...noLineFilter, state: 'proposed' as const },
    },
    {
      name: words.objections,
      value: sumOf(people, (one) => one.objected),
      filter: { ...noLineFilter, objected: true },
    },
  ]
  return (
    <ul className={css['figures']}>
      {figures.map(({ name, value, about, filter }) => (
        <li key={name}>
          <Link href={hrefOf({ view: 'lines', filter })} className={css['figure'] ?? ''} replace>
            <span>{name}</span>
            <strong>{value}</strong>
            {about && <span>{about}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
