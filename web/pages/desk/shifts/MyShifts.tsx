import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { daysLater, inOrder, myShifts, specialAhead } from '#client/week.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { useClock, useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { DividedList } from '#web/pages/desk/DividedList.tsx'
import { MyShift } from './MyShift.tsx'
import { SpecialDuty } from './SpecialDuty.tsx'
import { useShiftWords } from './words.ts'

export function MyShifts() {
  const words = useShiftWords()
  const name = useMe().data?.member?.name ?? ''
  const clock = useClock()
  const today = clock.slice(0, 10)
  const [week, following] = [
    useQuery(queries.duty.roster(today)),
    useQuery(queries.duty.roster(today && daysLater(today, 7))),
  ]
  const failed = week.error ?? following.error
  const list = [...(week.data?.list ?? []), ...(following.data?.list ?? [])]
  const mine = myShifts(list, name, clock)
  const special = specialAhead([...(week.data?.special ?? []), ...(following.data?.special ?? [])], clock)
  return (
    <Card title={words.mine} about={words.mineAbout}>
      {failed && <LoadError error={failed} retry={() => Promise.all([week.refetch(), following.refetch()])} />}
      {!failed && (week.isPending || following.isPending) && <Skeleton h={96} />}
      {week.data && following.data && mine.length + special.length === 0 && (
        <EmptyState title={week.data.roster ? words.noneMine : words.noRoster} icon="calendar" inside />
      )}
      {mine.length + special.length > 0 && (
        <DividedList>
          {inOrder([...mine, ...special]).map((one) => (
            <li key={`${one.date} ${'shift' in one ? one.shift : one.from}`}>
              {'shift' in one ? (
                <KeepFocus>
                  <MyShift shift={one} name={name} />
                </KeepFocus>
              ) : (
                <SpecialDuty of={one} />
              )}
            </li>
          ))}
        </DividedList>
      )}
    </Card>
  )
}
