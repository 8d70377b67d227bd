import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#contract/pages.ts'
import { Page } from '#web/parts/Page.tsx'
import { StateSelect } from './Filters.tsx'
import { everyOpen, type Filter } from './filter.ts'
import { TicketList } from './TicketList.tsx'
import { useQueueWords } from './words.ts'

/** What this member works on. */
export function Mine() {
  const words = useQueueWords()
  const [state, setState] = useState('open')
  const filter: Filter = { ...everyOpen, who: 'mine', state }
  const toQueue = (
    <Button component={Link} href={pages.desk}>
      {words.toQueue}
    </Button>
  )
  return (
    <Page title={words.mineTitle} size="xl" action={<StateSelect value={state} onChange={setState} mine />}>
      <TicketList
        filter={filter}
        empty={state === 'open' ? words.noneMine : words.none}
        {...(state === 'open' ? { action: toQueue } : { onClear: () => setState('open') })}
      />
    </Page>
  )
}
