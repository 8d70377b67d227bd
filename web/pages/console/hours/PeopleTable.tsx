import { Badge, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { hourKinds } from '#contract/hours/hour-fields.ts'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Loading } from '#web/components/Loading.tsx'
import type { Days } from '#web/lib/days.ts'
import { useMinutes } from '#web/pages/console/minutes.ts'
import { type HoursAddress, overviewOf, sumOf } from './hooks.ts'
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
  if (people.length === 0)
    return (
      <Card title={words.people} about={words.peopleAbout}>
        <Text c="dimmed">{words.nothing}</Text>
      </Card>
    )
  return (
    <Card title={words.people} about={words.peopleAbout}>
      <ul className={css['people']}>
        <li className={css['heads']} aria-hidden="true">
          {[words.name, ...hourKinds.map((kind) => hours.kinds[kind]), words.total, words.waiting].map((head) => (
            <span key={head}>{head}</span>
          ))}
        </li>
        {people.map((person) => {
          const { member, objected, open, proposed } = person
          const name = person.name || words.erased(member)
          return (
            <li key={member}>
              <span className={css['name']}>
                <Link href={hrefOf({ view: 'lines', filter: { ...noLineFilter, member } })} title={words.linesOf(name)}>
                  {name}
                </Link>
                {objected > 0 && (
                  <Badge variant="light" color="orange">
                    {words.objectionsOf(objected)}
                  </Badge>
                )}
              </span>
              <Cells sums={person.sums} waiting={open > 0 ? minutes(proposed) : '–'} hasWaiting={open > 0} />
            </li>
          )
        })}
        <li className={css['together']}>
          <span className={css['name']}>{words.together}</span>
          <Cells
            sums={Object.fromEntries(sumNames.map((name) => [name, sumOf(people, ({ sums }) => sums[name])])) as Sums}
            waiting={minutes(sumOf(people, ({ proposed }) => proposed))}
            hasWaiting={people.some(({ open }) => open > 0)}
          />
        </li>
      </ul>
    </Card>
  )
}

const sumNames = [...hourKinds, 'total'] as const
type Sums = Readonly<Record<(typeof sumNames)[number], number>>

function Cells({ sums, waiting, hasWaiting }: { sums: Sums; waiting: string; hasWaiting: boolean }) {
  const words = useConsoleHourWords()
  const { kinds } = useHourWords()
  const minutes = useMinutes()
  return (
    <>
      {hourKinds.map((kind) => (
        <Cell key={kind} head={kinds[kind]} empty={sums[kind] === 0}>
          {minutes(sums[kind])}
        </Cell>
      ))}
      <Cell head={words.total} strong>
        {minutes(sums.total)}
      </Cell>
      <Cell head={words.waiting} empty={!hasWaiting}>
        {waiting}
      </Cell>
    </>
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
