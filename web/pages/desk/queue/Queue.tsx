import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Page } from '#web/components/Page.tsx'
import { Greeting } from '#web/pages/desk/conclusion/LastSummary.tsx'
import { useListAddress } from './address.ts'
import { Filters } from './Filters.tsx'
import { everyOpen, isNarrowed } from './filter.ts'
import { TicketList } from './TicketList.tsx'
import { useQueueWords } from './words.ts'

/** Where a member's day begins: what is there to do. */
export function Queue() {
  const words = useQueueWords()
  const address = useListAddress()
  const { filter, change } = address
  return (
    <Page title={words.title} action={<KeyHelp />}>
      <Greeting />
      <Filters filter={filter} onChange={change} />
      <TicketList
        address={address}
        empty={
          isNarrowed(filter) ? ['search', words.none, words.noneAbout] : ['cup', words.noneOpen, words.noneOpenAbout]
        }
        {...(isNarrowed(filter) ? { onClear: () => change({ ...everyOpen, order: filter.order }) } : {})}
      />
    </Page>
  )
}
