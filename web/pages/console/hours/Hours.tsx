import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FoldedCard } from '#web/components/FoldedCard.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { useClock } from '#web/data/hooks.ts'
import type { Days } from '#web/lib/days.ts'
import { confirmUnsaved } from '#web/lib/unsaved.ts'
import { FigureLinks } from '#web/pages/console/FigureLinks.tsx'
import { ClosedPeriods } from './ClosedPeriods.tsx'
import { DaysChoice } from './DaysChoice.tsx'
import { HourLines } from './HourLines.tsx'
import { type HoursAddress, overviewOf, sumOf, useDayText, useHoursAddress, useMinutes } from './hooks.ts'
import css from './hours.module.css'
import { PeopleTable } from './PeopleTable.tsx'
import { type HoursView, hoursViews, type LineFilter, noLineFilter } from './view-address.ts'
import { type LinePreset, WriteLine } from './WriteLine.tsx'
import { useConsoleHourWords } from './words.ts'

export function Hours() {
  const today = useClock().slice(0, 10)
  return today ? <HoursOfMonth today={today} /> : <Loading />
}

function HoursOfMonth({ today }: { today: string }) {
  const words = useConsoleHourWords()
  const place = useHoursAddress(today)
  const [writing, setWriting] = useState<LinePreset>()
  const { view, days } = place
  const overview = useQuery(overviewOf(days))
  const write = (
    <Button variant="default" onClick={() => setWriting({})}>
      {words.write}
    </Button>
  )
  return (
    <Page
      title={words.title}
      about={words.about}
      action={
        <Group gap={8} wrap="nowrap">
          <KeyHelp keys={words.keys} />
          {!writing && write}
        </Group>
      }
    >
      {writing && (
        <WriteLine key={JSON.stringify(writing)} preset={writing} today={today} done={() => setWriting(undefined)} />
      )}
      <Group justify="space-between" gap={12}>
        <SegmentedChoice<HoursView>
          aria-label={words.view}
          value={view}
          onChange={(next) => place.change({ view: next })}
          data={hoursViews.map((value) => ({ value, label: words.views[value] }))}
        />
        {view !== 'periods' && <DaysChoice days={days} today={today} change={(next) => place.change({ days: next })} />}
      </Group>
      {view === 'periods' ? (
        <ClosedPeriods today={today} hrefOf={place.hrefOf} days={days} />
      ) : (
        <>
          {overview.isPending && <Skeleton heights={[90, 420]} />}
          <HoursFigures days={days} hrefOf={place.hrefOf} />
          {view === 'lines' && (
            <MissingLines days={days} write={(preset) => confirmUnsaved(() => setWriting(preset))} />
          )}
          {/* They ask at once, but appear below the figures, which would push them down. */}
          <div hidden={overview.isPending} className={css['below']}>
            {view === 'lines' ? <HourLines place={place} /> : <PeopleTable days={days} hrefOf={place.hrefOf} />}
          </div>
        </>
      )}
    </Page>
  )
}

function HoursFigures({ days, hrefOf }: { days: Days; hrefOf: HoursAddress['hrefOf'] }) {
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

/** There may be good reasons, so the page only states the shifts and offers to write the line. */
function MissingLines({ days, write }: { days: Days; write: (preset: LinePreset) => void }) {
  const words = useConsoleHourWords()
  const { shift: shiftName } = useHourWords()
  const dayText = useDayText()
  const missing = useQuery(overviewOf(days)).data?.missing ?? []
  if (missing.length === 0) return null
  return (
    <FoldedCard title={words.missing} about={words.missingAbout(missing.length)}>
      <ul className={css['missing']}>
        {missing.map(({ member, name, date, shift }) => {
          const who = name || words.erased(member)
          const day = dayText(date)
          return (
            <li key={`${member} ${date} ${shift}`}>
              <span>
                <strong>{who}</strong> <time dateTime={date}>{day}</time> · {shiftName(shift)}
              </span>
              <Button
                variant="subtle"
                aria-label={words.writeThis([who, day, shiftName(shift)].join(words.and))}
                onClick={() => write({ member: { id: member, name: who }, date, shift })}
              >
                {words.write}
              </Button>
            </li>
          )
        })}
      </ul>
    </FoldedCard>
  )
}
