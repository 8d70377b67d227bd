import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DutyShift, type DutyWeek, datesOf, daysLater, shiftTimes } from '#client/week.ts'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { useClock, useDates, useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { SpecialDuty } from './SpecialDuty.tsx'
import css from './shifts.module.css'
import { useShiftWords } from './words.ts'

export function TeamWeek() {
  const words = useShiftWords()
  const clock = useClock()
  const today = clock.slice(0, 10)
  const [chosen, setChosen] = useState('')
  const shown = chosen || today
  const week = useQuery(queries.duty.roster(shown))
  return (
    <Card title={words.week}>
      <Group gap="xs">
        <Button variant="default" onClick={() => setChosen(daysLater(shown, -7))}>
          {words.previousWeek}
        </Button>
        <Button variant="default" onClick={() => setChosen(daysLater(shown, 7))}>
          {words.nextWeek}
        </Button>
        {chosen && (
          <Button variant="subtle" onClick={() => setChosen('')}>
            {words.thisWeek}
          </Button>
        )}
      </Group>
      {week.isPending && <Skeleton h={240} />}
      {week.isError && <LoadError error={week.error} retry={week.refetch} />}
      {week.data && <DaysOfWeek week={week.data} today={today} />}
    </Card>
  )
}

function DaysOfWeek({ week, today }: { week: DutyWeek; today: string }) {
  const words = useShiftWords()
  const { date: dateOf, dayName } = useDates()
  return (
    <div className={css['week']}>
      {datesOf(week).map((date) => {
        const shifts = week.list.filter((shift) => shift.date === date)
        const closed = week.closed.includes(date)
        const special = week.special.filter((one) => one.date === date)
        return (
          <section key={date} aria-label={dateOf(date)} data-today={date === today}>
            <h3>
              <span className={css['whole']}>{dateOf(date)}</span>{' '}
              {date === today && <Badge size="sm">{dayName(date)}</Badge>}
            </h3>
            {shifts.length + special.length === 0 && (
              <Text variant="secondary">{closed ? words.closedDay : words.noShifts}</Text>
            )}
            {special.map((one) => (
              <div key={one.from} className={css['shift']} data-mine>
                <SpecialDuty of={one} />
              </div>
            ))}
            {shifts.map((shift) => (
              <ShiftOfDay key={shift.shift} shift={shift} />
            ))}
          </section>
        )
      })}
    </div>
  )
}

function ShiftOfDay({ shift }: { shift: DutyShift }) {
  const words = useShiftWords()
  const me = useMe().data?.member?.name ?? ''
  const { workers, leader, leaves, gaps } = shift
  const others = workers.filter((name) => name !== leader)
  return (
    <div className={css['shift']} data-mine={workers.includes(me)}>
      <Text variant="secondary">
        {words.shift(shift.shift)} <span className={css['whole']}>{shiftTimes(shift)}</span>
      </Text>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {leader && (
          <>
            <b>{leader}</b>
            <small>{words.leader}</small>
          </>
        )}
        {leader && others.length > 0 && words.names}
        {others.join(words.names)}
        {workers.length === 0 && words.nobody}
      </Text>
      {leaves.map(({ member, substitute }) => (
        <Text key={member} variant="secondary">
          {words.leave(member, substitute)}
        </Text>
      ))}
      {gaps.length > 0 && (
        <Group gap={4} mt={4}>
          {gaps.map((gap) => (
            <Badge key={gap} color="orange">
              {words.gap[gap]}
            </Badge>
          ))}
        </Group>
      )}
    </div>
  )
}
