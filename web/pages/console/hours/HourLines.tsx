import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hourKinds, hourStates } from '#contract/hours/hour-fields.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { Icon } from '#web/components/Icon.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { queries } from '#web/data/queries.ts'
import type { Days } from '#web/lib/days.ts'
import { type HoursAddress, overviewOf } from './hooks.ts'
import css from './hours.module.css'
import { LineList } from './LineList.tsx'
import type { LineSelection } from './selection.ts'
import { isLineFiltered, type LineFilter, lineQueryOf, noLineFilter } from './view-address.ts'
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
              action={<LinkButton href={`${pages.console}/settings/board#signing`}>{words.toSettings}</LinkButton>}
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

interface LineFiltersProps {
  filter: LineFilter
  days: Days
  change: (filter: LineFilter) => void
}

function LineFilters({ filter, days, change }: LineFiltersProps) {
  const words = useConsoleHourWords()
  const { states, kinds } = useHourWords()
  const [unfolded, setUnfolded] = useState(false)
  const people = useQuery(overviewOf(days)).data?.people ?? []
  const known = people.some(({ member }) => member === filter.member)
  const members = filter.member > 0 && !known ? [...people, { member: filter.member, name: '' }] : people
  return (
    <search className={css['filters']} data-unfolded={unfolded}>
      <Button
        variant="default"
        className={css['fold'] ?? ''}
        leftSection={<Icon name="sliders" size={18} />}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {words.filters(Object.values(filter).filter(Boolean).length)}
      </Button>
      <SelectField
        label={words.who}
        value={filter.member}
        data={[
          { value: 0, label: words.everybody },
          ...members.map(({ member, name }) => ({ value: member, label: name || words.erased(member) })),
        ]}
        onChange={(member) => change({ ...filter, member })}
      />
      <SelectField
        label={words.state}
        value={filter.state}
        data={(['', ...hourStates] as const).map((value) => ({ value, label: value ? states[value] : words.all }))}
        onChange={(state) => change({ ...filter, state })}
      />
      <SelectField
        label={words.kind}
        value={filter.kind}
        data={(['', ...hourKinds] as const).map((value) => ({ value, label: value ? kinds[value] : words.all }))}
        onChange={(kind) => change({ ...filter, kind })}
      />
      <Checkbox
        label={words.objected}
        checked={filter.objected}
        onChange={(event) => change({ ...filter, objected: event.currentTarget.checked })}
      />
    </search>
  )
}
