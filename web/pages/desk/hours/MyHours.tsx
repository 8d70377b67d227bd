import { Button, Group, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { MySigning } from '#web/components/hours/MySigning.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Page } from '#web/components/Page.tsx'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { daysOfMonth, monthFrom } from '#web/lib/days.ts'
import { useKeys } from '#web/lib/keys.ts'
import { EnterWork } from './EnterWork.tsx'
import { MissingShifts } from './MissingShifts.tsx'
import { MyLines } from './MyLines.tsx'
import { MyMonth } from './MyMonth.tsx'
import { MyPeriods } from './MyPeriods.tsx'
import { monthIn } from './typed-duration.ts'
import { useMyHoursWords } from './words.ts'

export function MyHours() {
  const words = useMyHoursWords()
  const search = useSearch()
  const [here, navigate] = useLocation()
  const thisMonth = useClock().slice(0, 7)
  const month = monthIn(search) ?? thisMonth
  const [entering, setEntering] = useState(false)
  const wanted = new URLSearchParams(search).has('work')
  useEffect(() => {
    if (!wanted) return
    setEntering(true)
    // Otherwise it would open again on the next visit.
    navigate(here, { replace: true })
  }, [wanted, here, navigate])
  const mine = useQuery({ ...queries.hours.mine(month ? daysOfMonth(month) : {}), placeholderData: keepPreviousData })
  const now = useQuery(queries.here.now())
  const turn = (months: 1 | -1) => {
    const to = monthFrom(month, months)
    if (to <= thisMonth) navigate(to === thisMonth ? here : `${here}?month=${to}`)
  }
  useKeys({ p: () => turn(-1), n: () => turn(1), e: () => setEntering(true) })
  const action = (
    <Group gap="xs">
      {!entering && (
        <Button variant="default" leftSection={<Icon name="plus" size={18} />} onClick={() => setEntering(true)}>
          {words.enter}
        </Button>
      )}
      <KeyHelp keys={words.keys} />
    </Group>
  )
  return (
    <Page title={words.title} about={words.about} action={<KeepFocus>{action}</KeepFocus>}>
      {now.data?.on && (
        <Card title={words.now}>
          <MySigning now={now.data} brief />
        </Card>
      )}
      {entering && <EnterWork onDone={() => setEntering(false)} />}
      {mine.isPending && <Skeleton h={240} />}
      {mine.isError && <LoadError error={mine.error} retry={mine.refetch} />}
      {mine.data && (
        <>
          <MyMonth of={mine.data} turn={turn} last={month >= thisMonth} busy={mine.isPlaceholderData} />
          <MyLines list={mine.data.list} />
          {mine.data.missing.length > 0 && <MissingShifts list={mine.data.missing} />}
          {mine.data.periods.length > 0 && <MyPeriods list={mine.data.periods} />}
        </>
      )}
    </Page>
  )
}
