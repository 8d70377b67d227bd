import { Badge, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { hourKinds } from '#contract/hours/hour-fields.ts'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Loading } from '#web/components/Loading.tsx'
import { useMinutes } from '#web/pages/console/minutes.ts'
import type { HoursAddress } from './address.ts'
import type { Days } from './days.ts'
import { overviewOf } from './overview.ts'
import css from './people.module.css'
import { noLineFilter } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

export function PeopleTable({ days, hrefOf }: { days: Days; hrefOf: HoursAddress['hrefOf'] }) {
  const words = useConsoleHourWords()
  const hours = useHourWords()
  const minutes = useMinutes()
  const overview = useQuery({ ...overviewOf(days), placeholderData: keepPreviousData })
  if (overview.isPending) return <Loading />
  if (overview.isError) return <LoadError error={overview.error} retry={overview.refetch} />
  const { people } = overview.data
  const heads = [...hourKinds.map((kind) => hours.kinds[kind]), words.total, words.waiting]
  const sum = (of: (one: (typeof people)[number]) => number) => people.reduce((all, one) => all + of(one), 0)
  const figures = (of: (one: (typeof people)[number]) => number) => minutes(sum(of))
  return (
    <Card title={words.people} about={words.peopleAbout}>
      {people.length === 0 ? (
        <Text c="dimmed">{words.nothing}</Text>
      ) : (
        <ul className={css['people']}>
          <li className={css['heads']} aria-hidden="true">
            <span>{words.name}</span>
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </li>
          {people.map(({ member, name, sums, proposed, open, objected }) => (
            <li key={member}>
              <span className={css['name']}>
                <Link
                  href={hrefOf({ view: 'lines', filter: { ...noLineFilter, member } })}
                  title={words.linesOf(name || words.erased(member))}
                >
                  {name || words.erased(member)}
                </Link>
                {objected > 0 && (
                  <Badge variant="light" color="orange">
                    {words.objectionsOf(objected)}
                  </Badge>
                )}
              </span>
              {hourKinds.map((kind) => (
                <Cell key={kind} head={hours.kinds[kind]} empty={sums[kind] === 0}>
                  {minutes(sums[kind])}
                </Cell>
              ))}
              <Cell head={words.total} strong>
                {minutes(sums.total)}
              </Cell>
              <Cell head={words.waiting} empty={open === 0}>
                {open > 0 ? minutes(proposed) : '–'}
              </Cell>
            </li>
          ))}
          <li className={css['together']}>
            <span className={css['name']}>{words.together}</span>
            {hourKinds.map((kind) => (
              <Cell key={kind} head={hours.kinds[kind]} empty={sum(({ sums }) => sums[kind]) === 0}>
                {figures(({ sums }) => sums[kind])}
              </Cell>
            ))}
            <Cell head={words.total} strong>
              {figures(({ sums }) => sums.total)}
            </Cell>
            <Cell head={words.waiting} empty={sum(({ open }) => open) === 0}>
              {figures(({ proposed }) => proposed)}
            </Cell>
          </li>
        </ul>
      )}
    </Card>
  )
}

interface Props {
  head: string
  strong?: boolean
  empty?: boolean
  children: string
}

function Cell({ head, strong = false, empty = false, children }: Props) {
  return (
    <span className={css['cell']} data-empty={empty} data-strong={strong}>
      <span className={css['head']}>{head}</span> {children}
    </span>
  )
}
