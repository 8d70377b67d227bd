import { Kbd, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'
import { statuses, ticketTypes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { Icon } from '#web/parts/Icon.tsx'
import type { Filter } from './filter.ts'
import css from './queue.module.css'
import { useQueueWords } from './words.ts'

/** What narrows the queue. */
export function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const words = useQueueWords()
  const codeName = useCodeNames()
  const search = useRef<HTMLInputElement>(null)
  // Ignored by the hook while somebody types elsewhere.
  useHotkeys([['/', () => search.current?.focus()]])
  return (
    <search className={css['filters']}>
      <TextInput
        ref={search}
        className={css['search'] ?? ''}
        type="search"
        aria-label={words.search}
        placeholder={words.searchHint}
        value={filter.text}
        maxLength={limits.search}
        leftSection={<Icon name="search" />}
        rightSection={<Kbd className={css['key'] ?? ''}>/</Kbd>}
        autoComplete="off"
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <SegmentedControl
        className={css['who'] ?? ''}
        aria-label={words.whose}
        value={filter.who}
        onChange={(who) => onChange({ ...filter, who })}
        data={(['all', 'unclaimed', 'mine'] as const).map((value) => ({ value, label: words.who[value] }))}
      />
      <StateSelect value={filter.state} onChange={(state) => onChange({ ...filter, state })} />
      <NativeSelect
        aria-label={words.type}
        value={filter.type}
        onChange={(event) => onChange({ ...filter, type: event.currentTarget.value })}
        data={[
          { value: '', label: words.anyType },
          ...Object.values(ticketTypes).map((code) => ({ value: String(code), label: codeName('type', code) })),
        ]}
      />
    </search>
  )
}

/** Unfinished, all, or one status. A member's own are never unclaimed. */
export function StateSelect({
  value,
  onChange,
  mine = false,
}: {
  value: string
  onChange: (state: string) => void
  mine?: boolean
}) {
  const words = useQueueWords()
  const codeName = useCodeNames()
  return (
    <NativeSelect
      aria-label={words.state}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
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
