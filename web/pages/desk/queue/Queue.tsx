import { useState } from 'react'
import { everyOpen, isTicketFiltered } from '#client/ticket-filter.ts'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Page } from '#web/components/Page.tsx'
import { lazyPage } from '#web/lib/page.ts'
import { welcome } from '#web/lib/welcome.ts'
import { SummaryGreeting } from '#web/pages/desk/conclusion/LastSummary.tsx'
import { useListAddress } from './address.ts'
import { QueueFilters } from './Filters.tsx'
import { TicketList } from './TicketList.tsx'
import { useQueueWords } from './words.ts'

// Most members never see it again.
const Welcome = lazyPage(() => import('#web/pages/desk/welcome/Welcome.tsx'), 'Welcome')

export function Queue() {
  const words = useQueueWords()
  const [isNew] = useState(() => welcome.get() !== undefined)
  const address = useListAddress()
  const { filter, change } = address
  return (
    <Page title={words.title} action={<KeyHelp />}>
      {isNew && <Welcome />}
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
