import { Button, Kbd, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { activeFilterCount, everyOpen, isTicketFiltered, type TicketFilter } from '#client/ticket-filter.ts'
import { statuses, ticketTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { Icon } from '#web/components/Icon.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { useCodeNames } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useKeys } from '#web/lib/keys.ts'
import css from './queue.module.css'
import { useQueueWords } from './words.ts'

export function QueueFilters({ filter, onChange }: { filter: TicketFilter; onChange: (filter: TicketFilter) => void }) {
  const words = useQueueWords()
  const codeName = useCodeNames()
  const search = useRef<HTMLInputElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const activeFilters = activeFilterCount(filter)
  useKeys({ '/': () => search.current?.focus() })
  const counts = useQuery(queries.tickets.counts()).data
  // The counts are of unfinished tickets, so they would be wrong beside a filtered list.
  const shown = isTicketFiltered({ ...filter, who: everyOpen.who }) ? undefined : counts
  const countOf = { all: shown?.open, unclaimed: shown?.unclaimed, mine: shown?.mine }
  return (
    <search className={css['filters']}>
      <TextInput
        ref={search}
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={filter.text}
        maxLength={limits.search}
        leftSection={<Icon name="search" />}
        rightSection={<Kbd className={css['key'] ?? ''}>/</Kbd>}
        autoComplete="off"
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <Button
        variant="default"
        className={css['fold'] ?? ''}
        leftSection={<Icon name="sliders" size={18} />}
        aria-expanded={unfolded}
        aria-controls={choices}
        aria-label={words.filters(activeFilters)}
        onClick={() => setUnfolded(!unfolded)}
      >
        {activeFilters > 0 ? activeFilters : null}
      </Button>
      <SegmentedChoice
        className={css['who'] ?? ''}
        aria-label={words.whose}
        value={filter.who}
        onChange={(who) => onChange({ ...filter, who })}
        data={(['all', 'unclaimed', 'mine'] as const).map((value) => ({
          value,
          label: (
            <>
              <span>{words.who[value]}</span>
              {countOf[value] !== undefined && <span className={css['count']}>{countOf[value]}</span>}
            </>
          ),
        }))}
      />
      <div id={choices} className={css['choices']} data-unfolded={unfolded}>
        <StateSelect value={filter.state} onChange={(state) => onChange({ ...filter, state })} />
        <SelectField
          aria-label={words.type}
          value={filter.type}
          onChange={(value) => onChange({ ...filter, type: value })}
          data={[
            { value: '', label: words.anyType },
            ...Object.values(ticketTypes).map((code) => ({ value: String(code), label: codeName('type', code) })),
          ]}
        />
        <OrderSelect value={filter.order} onChange={(order) => onChange({ ...filter, order })} />
      </div>
    </search>
  )
}

const choices = 'queue-choices'

interface OrderSelectProps {
  value: TicketFilter['order']
  onChange: (order: TicketFilter['order']) => void
}

export function OrderSelect({ value, onChange }: OrderSelectProps) {
  const words = useQueueWords()
  return (
    <SelectField
      aria-label={words.order}
      value={value}
      onChange={(value) => onChange(value === 'newest' ? 'newest' : 'oldest')}
      data={[
        { value: 'oldest', label: words.oldest },
        { value: 'newest', label: words.newest },
      ]}
    />
  )
}

interface StateSelectProps {
  value: string
  onChange: (state: string) => void
  mine?: boolean
}

/** Unfinished, all, or one status. A member's own tickets are never unclaimed. */
export function StateSelect({ value, onChange, mine = false }: StateSelectProps) {
  const words = useQueueWords()
  const codeName = useCodeNames()
  return (
    <SelectField
      aria-label={words.state}
      value={value}
      onChange={onChange}
      data={[
        { value: 'open', label: words.unfinished },
        ...Object.values(statuses)
          .filter((code) => !mine || code !== statuses.submitted)
          .map((code) => ({ value: String(code), label: codeName('status', code) })),
        { value: 'all', label: words.everything },
      ]}
    />
  )
}
