import { everyOpen, isTicketFiltered } from '#client/ticket-filter.ts'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Page } from '#web/components/Page.tsx'
import { SummaryGreeting } from '#web/pages/desk/conclusion/LastSummary.tsx'
import { Welcome } from '#web/pages/desk/welcome/Welcome.tsx'
import { useListAddress } from './address.ts'
import { QueueFilters } from './Filters.tsx'
import { TicketList } from './TicketList.tsx'
import { useQueueWords } from './words.ts'

export function Queue() {
  const words = useQueueWords()
  const address = useListAddress()
  const { filter, change } = address
  return (
    <Page title={words.title} action={<KeyHelp />}>
      <Welcome />
      <SummaryGreeting />
      <QueueFilters filter={filter} onChange={change} />
      <TicketList
        address={address}
        empty={
          isTicketFiltered(filter)
            ? ['search', words.none, words.noneAbout]
            : ['cup', words.noneOpen, words.noneOpenAbout]
        }
        {...(isTicketFiltered(filter) ? { onClear: () => change({ ...everyOpen, order: filter.order }) } : {})}
      />
    </Page>
  )
}
