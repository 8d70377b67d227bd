import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { queries } from '#web/data/queries.ts'
import type { HoursPlace } from './address.ts'
import type { Chosen } from './chosen.ts'
import { Filters } from './Filters.tsx'
import { isNarrowed, noFilter, wishOf } from './filter.ts'
import { LineList } from './LineList.tsx'
import { useConsoleHourWords } from './words.ts'

const none: Chosen = new Set()

/** The lines of these days, to be decided on many at a time. */
export function Lines({ place: { days, filter, change } }: { place: HoursPlace }) {
  const words = useConsoleHourWords()
  const wish = wishOf(days, filter)
  const about = JSON.stringify(wish)
  // What was chosen among other lines is not chosen among these.
  const [choice, setChoice] = useState({ about, chosen: none })
  const chosen = choice.about === about ? choice.chosen : none
  return (
    <>
      <Filters filter={filter} days={days} change={(next) => change({ filter: next })} />
      <Paged
        query={(page) => queries.hours.list(wish, page)}
        count={50}
        empty={
          isNarrowed(filter) ? (
            <EmptyState
              icon="search"
              about={words.noneAbout}
              action={
                <Button variant="default" onClick={() => change({ filter: noFilter })}>
                  {words.clear}
                </Button>
              }
            >
              {words.none}
            </EmptyState>
          ) : (
            <EmptyState
              icon="clock"
              about={words.nothingAbout}
              action={
                <Button component={Link} href={`${pages.console}/settings#signing`} variant="default">
                  {words.toSettings}
                </Button>
              }
            >
              {words.nothing}
            </EmptyState>
          )
        }
      >
        {(list, { total }) => (
          <LineList
            list={list}
            total={total}
            wish={wish}
            chosen={chosen}
            choose={(next) => setChoice({ about, chosen: next })}
          />
        )}
      </Paged>
    </>
  )
}
