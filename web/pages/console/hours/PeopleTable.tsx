import { Badge, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { hourKinds } from '#contract/hours/hour-fields.ts'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Loading } from '#web/components/Loading.tsx'
import type { api } from '#web/data/api.ts'
import type { Days } from '#web/lib/days.ts'
import { type HoursAddress, overviewOf, sumOf, useMinutes } from './hooks.ts'
import css from './people.module.css'
import { noLineFilter } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

const sumNames = [...hourKinds, 'total'] as const
type Sums = Readonly<Record<(typeof sumNames)[number], number>>

interface Props {
  days: Days
  hrefOf: HoursAddress['hrefOf']
}

export function PeopleTable({ days, hrefOf }: Props) {
  const words = useConsoleHourWords()
  const overview = useQuery({ ...overviewOf(days), placeholderData: keepPreviousData })
  if (overview.isPending) return <Loading />
  if (overview.isError) return <LoadError error={overview.error} retry={overview.refetch} />
  const { people } = overview.data
  return (
    <Card title={words.people} about={words.peopleAbout}>
      {people.length === 0 ? <Text c="dimmed">{words.nothing}</Text> : <People people={people} hrefOf={hrefOf} />}
    </Card>
  )
}

interface PeopleProps extends Pick<Props, 'hrefOf'> {
  people: Awaited<ReturnType<typeof api.hours.list>>['people']
}

function People({ people, hrefOf }: PeopleProps) {
  const words = useConsoleHourWords()
  const { kinds } = useHourWords()
  const minutes = useMinutes()
  const heads = { ...kinds, total: words.total }
  const cell = (head: string, text: string, empty: boolean, strong = false) => (
    <span key={head} className={css['cell']} data-empty={empty} data-strong={strong}>
      <span className={css['head']}>{head}</span> {text}
    </span>
  )
  const sumCells = (sums: Sums) =>
    sumNames.map((name) =>
      cell(
        heads[name],
        sums[name] > 0 ? minutes(sums[name]) : '–',
        name !== 'total' && sums[name] === 0,
        name === 'total',
      ),
    )
  const total = Object.fromEntries(sumNames.map((name) => [name, sumOf(people, ({ sums }) => sums[name])])) as Sums
  const waiting = sumOf(people, ({ proposed }) => proposed)
  return (
    <ul className={css['people']}>
      <li className={css['heads']} aria-hidden="true">
        {[words.name, ...sumNames.map((name) => heads[name]), words.waiting].map((head) => (
          <span key={head}>{head}</span>
        ))}
      </li>
      {people.map(({ member, name, objected, open, proposed, sums }) => (
        <li key={member}>
          <span className={css['name']}>
            <Link
              href={hrefOf({ view: 'lines', filter: { ...noLineFilter, member } })}
              title={words.linesOf(name || words.erased(member))}
            >
              {name || words.erased(member)}
            </Link>
            {objected > 0 && <Badge color="orange">{words.objectionsOf(objected)}</Badge>}
          </span>
          {sumCells(sums)}
          {cell(words.waiting, open > 0 ? minutes(proposed) : '–', open === 0)}
        </li>
      ))}
      <li className={css['together']}>
        <span className={css['name']}>{words.together}</span>
        {sumCells(total)}
        {cell(
          words.waiting,
          waiting > 0 ? minutes(waiting) : '–',
          people.every(({ open }) => open === 0),
        )}
      </li>
    </ul>
  )
}
