import { Group } from '@mantine/core'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Page } from '#web/components/Page.tsx'
import { useListAddress } from './address.ts'
import { OrderSelect, StateSelect } from './Filters.tsx'
import { TicketList } from './TicketList.tsx'
import { useQueueWords } from './words.ts'

export function MyQueue() {
  const words = useQueueWords()
  const address = useListAddress({ who: 'mine', text: '', type: '' })
  const { filter, change } = address
  const { state } = filter
  const toQueue = (
    <LinkButton variant="filled" href={pages.desk}>
      {words.toQueue}
    </LinkButton>
  )
  const choices = (
    <Group gap="xs">
      <StateSelect value={state} onChange={(next) => change({ ...filter, state: next })} mine />
      <OrderSelect value={filter.order} onChange={(order) => change({ ...filter, order })} />
      <KeyHelp />
    </Group>
  )
  return (
    <Page title={words.mineTitle} action={choices}>
      <TicketList
        address={address}
        empty={
          state === 'open' ? ['wrench', words.noneMine, words.noneMineAbout] : ['search', words.none, words.noneAbout]
        }
        {...(state === 'open' ? { action: toQueue } : { onClear: () => change({ ...filter, state: 'open' }) })}
      />
    </Page>
  )
}
