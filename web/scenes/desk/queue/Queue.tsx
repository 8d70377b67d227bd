import { useState } from 'react'
import { session } from '#web/data/session.ts'
import { Page } from '#web/parts/Page.tsx'
import { Filters } from './Filters.tsx'
import { everyOpen, type Filter, isNarrowed } from './filter.ts'
import { TicketList } from './TicketList.tsx'
import { useQueueWords } from './words.ts'

// In memory alone: what somebody searched for belongs neither in the address nor to whoever logs in next.
let left: { readonly token: string | undefined; readonly filter: Filter } | undefined

/** The queue as it was left, for those who come back from a ticket. */
const leftAt = {
  get: (): Filter => (left && left.token === session.token() ? left.filter : everyOpen),
  set(filter: Filter): void {
    left = { token: session.token(), filter }
  },
}

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
