import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { ticketQueryOf } from '#client/ticket-filter.ts'
import { statuses } from '#contract/codes.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import type { IconName } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { type RowAction, useRowAction } from '#web/components/row-action.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { optimisticTicket } from '#web/data/optimistic.ts'
import { queries } from '#web/data/queries.ts'
import { type ListAddress, useKeptScroll } from './address.ts'
import { useListKeys } from './keys.ts'
import { TicketRow } from './TicketRow.tsx'
import { useQueueWords } from './words.ts'

interface Props {
  address: ListAddress
  /** Icon, title and text of an empty list. */
  empty: readonly [icon: IconName, none: string, about: string]
  action?: ReactNode
  onClear?: () => void
}

export function TicketList({ address: { filter, href, place }, empty, action, onClear }: Props) {
  const words = useQueueWords()
  // Choices apply at once; typing is debounced.
  const [text] = useDebouncedValue(filter.text, 250)
  const query = ticketQueryOf({ ...filter, text: filter.text && text })
  const claim = useClaim()
  const rows = useRef<HTMLDivElement>(null)
  useListKeys(rows)
  const [icon, none, about] = empty
  const clear = onClear && (
    <Button variant="default" onClick={onClear}>
      {words.clear}
    </Button>
  )
  return (
    <Paged
      place={place}
      query={(page) => queries.tickets.search(query, page)}
      empty={
        <>
          <LostClaim claim={claim} list={[]} />
          <EmptyState title={none} icon={icon} about={about} action={clear ?? action} />
        </>
      }
    >
      {(list) => (
        <>
          <LostClaim claim={claim} list={list} />
          <div ref={rows}>
            <RestoreScroll />
            <Rows>
              {list.map((ticket) => (
                <KeepFocus key={ticket.id}>
                  <TicketRow ticket={ticket} claim={claim} from={href} />
                </KeepFocus>
              ))}
            </Rows>
          </div>
        </>
      )}
    </Paged>
  )
}

function useClaim() {
  const words = useQueueWords()
  const me = useMe().data?.member
  return useRowAction({
    work: (id: number) => api.tickets.pick({ id }),
    onMutate: (id) => optimisticTicket(id, { status: statuses.accepted, picked: true, workers: me ? [me] : [] }),
    toast: (_, id) => words.claimed(id),
    // After a lost race the list shows who claimed it.
    onSettled: () => invalidate('tickets'),
  })
}

/** The error of a claim whose ticket has left the list. */
function LostClaim({ claim, list }: { claim: RowAction; list: readonly { readonly id: number }[] }) {
  const words = useQueueWords()
  const lost = claim.lostError(list)
  return lost && <ErrorAlert>{words.lost(lost.id, lost.sentence)}</ErrorAlert>
}

/** Restores the scroll position once the rows are rendered. */
function RestoreScroll() {
  useKeptScroll(true)
  return null
}
