import { Button } from '@mantine/core'
import { useState } from 'react'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { queries } from '#web/data/queries.ts'
import type { HoursAddress } from './hooks.ts'
import { LineFilters } from './LineFilters.tsx'
import { LineList } from './LineList.tsx'
import type { LineSelection } from './selection.ts'
import { isLineFiltered, lineQueryOf, noLineFilter } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

const none: LineSelection = new Set()

export function HourLines({ place: { days, filter, change } }: { place: HoursAddress }) {
  const words = useConsoleHourWords()
  const query = lineQueryOf(days, filter)
  const about = JSON.stringify(query)
  // A selection ends when the filter changes.
  const [choice, setChoice] = useState({ about, chosen: none })
  const chosen = choice.about === about ? choice.chosen : none
  return (
    <>
      <LineFilters filter={filter} days={days} change={(next) => change({ filter: next })} />
      <Paged
        query={(page) => queries.hours.list(query, page)}
        count={50}
        empty={
          isLineFiltered(filter) ? (
            <EmptyState
              title={words.none}
              icon="search"
              about={words.noneAbout}
              action={
                <Button variant="default" onClick={() => change({ filter: noLineFilter })}>
                  {words.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={words.nothing}
              icon="clock"
              about={words.nothingAbout}
              action={<LinkButton href={`${pages.console}/settings#signing`}>{words.toSettings}</LinkButton>}
            />
          )
        }
      >
        {(list, { total }) => (
          <LineList
            list={list}
            total={total}
            query={query}
            chosen={chosen}
            choose={(next) => setChoice({ about, chosen: next })}
          />
        )}
      </Paged>
    </>
  )
}
