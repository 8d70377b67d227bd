import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { duration } from '#client/duration.ts'
import { IconButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { MySigning } from '#web/components/hours/MySigning.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import type { api } from '#web/data/api.ts'
import { useClock, useDates } from '#web/data/hooks.ts'
import { type HourLine, queries } from '#web/data/queries.ts'
import { daysOfMonth, monthFrom } from '#web/lib/days.ts'
import { useKeys } from '#web/lib/keys.ts'
import { useLang } from '#web/lib/language.ts'
import { monthOf } from '#web/lib/time.ts'
import { DividedList } from '#web/pages/desk/DividedList.tsx'
import { EnterWork } from './EnterWork.tsx'
import css from './hours.module.css'
import { MyLine } from './MyLine.tsx'
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

/** Rostered shifts without a line. There may be good reasons, so they are only listed. */
function MissingShifts({ list }: { list: MyHoursAnswer['missing'] }) {
  const words = useMyHoursWords()
  const { shift: shiftName } = useHourWords()
  const { date } = useDates()
  return (
    <Card title={words.missing} about={words.missingAbout}>
      <DividedList>
        {list.map(({ date: day, shift }) => (
          <li key={`${day} ${shift}`}>
            <Text>{`${date(day)} · ${shiftName(shift)}`}</Text>
          </li>
        ))}
      </DividedList>
    </Card>
  )
}

function MyLines({ list }: { list: readonly HourLine[] }) {
  const words = useMyHoursWords()
  if (list.length === 0) return <EmptyState title={words.none} icon="hourglass" about={words.noneAbout} />
  return (
    <Stack gap="xs" component="section" aria-label={words.lines}>
      <Title>{words.lines}</Title>
      <Rows>
        {list.map((line) => (
          <MyLine key={line.id} line={line} corrected={list.find(({ id }) => id === line.corrects)} />
        ))}
      </Rows>
    </Stack>
  )
}

const kinds = ['shift', 'work', 'ticket', 'correction'] as const

function MyPeriods({ list }: { list: MyHoursAnswer['periods'] }) {
  const words = useMyHoursWords()
  const hourWords = useHourWords()
  const lang = useLang()
  const { date } = useDates()
  const day = (one: string) => date(one)
  return (
    <Card title={words.periods} about={words.periodsAbout}>
      <DividedList>
        {list.map(({ id, name, from, until, sums }) => (
          <li key={id}>
            <Group justify="space-between" gap="xs">
              <Text fw={600}>{name}</Text>
              <Text fw={600}>{duration(sums.total, lang)}</Text>
            </Group>
            <Text variant="secondary">{from ? words.range(day(from), day(until)) : words.until(day(until))}</Text>
            <Text variant="secondary">
              {kinds
                .filter((kind) => sums[kind] !== 0)
                .map((kind) => `${hourWords.kinds[kind]} ${duration(sums[kind], lang)}`)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </DividedList>
      <Group>
        <LinkButton href="/desk/certificate" leftSection={<Icon name="printer" size={18} />}>
          {words.certificate}
        </LinkButton>
      </Group>
    </Card>
  )
}

type MyHoursAnswer = Awaited<ReturnType<typeof api.hours.mine>>

interface Props {
  of: MyHoursAnswer
  turn: (months: 1 | -1) => void
  last: boolean
  busy: boolean
}

function MyMonth({ of: { from, sums, proposed, total }, turn, last, busy }: Props) {
  const words = useMyHoursWords()
  const hourWords = useHourWords()
  const lang = useLang()
  const sources = kinds.filter((kind) => sums[kind] !== 0)
  return (
    <Paper component="section" withBorder p="md" aria-label={words.month} aria-busy={busy}>
      <Stack>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <IconButton icon="back" label={words.previous} variant="default" onClick={() => turn(-1)} />
          <Title ta="center" aria-live="polite">
            {monthOf(from, lang, 'long')}
          </Title>
          <IconButton icon="forward" label={words.next} variant="default" disabled={last} onClick={() => turn(1)} />
        </Group>
        <dl className={css['figures']}>
          <div data-main="true">
            <dt>{words.approved}</dt>
            <dd>{duration(sums.total, lang)}</dd>
          </div>
          <div>
            <dt>{words.proposed}</dt>
            <dd>{duration(proposed, lang)}</dd>
          </div>
          <div>
            <dt>{words.everything}</dt>
            <dd>{duration(total.total, lang)}</dd>
          </div>
        </dl>
        {sources.length > 1 && (
          <dl className={css['kinds']}>
            {sources.map((kind) => (
              <div key={kind}>
                <dt>{hourWords.kinds[kind]}</dt>
                <dd>{duration(sums[kind], lang)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Stack>
    </Paper>
  )
}
