import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { useClock } from '#web/data/hooks.ts'
import { confirmUnsaved } from '#web/lib/unsaved.ts'
import { ClosedPeriods } from './ClosedPeriods.tsx'
import { DaysChoice } from './DaysChoice.tsx'
import { HourLines } from './HourLines.tsx'
import { HoursFigures } from './HoursFigures.tsx'
import { useHoursAddress } from './hooks.ts'
import { MissingLines } from './MissingLines.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { type HoursView, hoursViews } from './view-address.ts'
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
          <HoursFigures days={days} hrefOf={place.hrefOf} />
          {view === 'lines' && (
            <MissingLines days={days} write={(preset) => confirmUnsaved(() => setWriting(preset))} />
          )}
          {view === 'lines' ? <HourLines place={place} /> : <PeopleTable days={days} hrefOf={place.hrefOf} />}
        </>
      )}
    </Page>
  )
}
