import { useState } from 'react'
import { Page } from '#web/parts/Page.tsx'
import { Filters } from './Filters.tsx'
import { everyOpen, type Filter, isNarrowed } from './filter.ts'
import { leftAt } from './left.ts'
import { TicketList } from './TicketList.tsx'
import { useQueueWords } from './words.ts'

/** Where a member's day begins: what is there to do. */
export function Queue() {
  const words = useQueueWords()
  const [filter, setFilter] = useState(leftAt.get)
  const change = (next: Filter) => {
    leftAt.set(next)
    setFilter(next)
  }
  return (
    <Page title={words.title} size="xl">
      <Filters filter={filter} onChange={change} />
      <TicketList
        filter={filter}
        empty={isNarrowed(filter) ? words.none : words.noneOpen}
        {...(isNarrowed(filter) ? { onClear: () => change(everyOpen) } : {})}
      />
    </Page>
  )
}
