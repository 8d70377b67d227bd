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
import { useRowAction } from '#web/components/row-action.ts'
import { showToast } from '#web/components/toast-list.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { optimisticTicket } from '#web/data/optimistic.ts'
import { queries } from '#web/data/queries.ts'
import { type ListAddress, useKeptScroll } from './address.ts'
import { useListKeys } from './keys.ts'
import { TicketRow } from './TicketRow.tsx'
import { useQueueWords } from './words.ts'

export function TicketList({
  address: { filter, href, place },
  empty: [icon, none, about],
  action,
  onClear,
}: {
  address: ListAddress
  /** Icon, title and text of an empty list. */
  empty: readonly [icon: IconName, none: string, about: string]
  action?: ReactNode
  onClear?: () => void
}) {
  const words = useQueueWords()
  // Choices apply at once; typing is debounced.
  const [text] = useDebouncedValue(filter.text, 250)
  const wish = ticketQueryOf({ ...filter, text: filter.text && text })
  const me = useMe().data?.member
  const claim = useRowAction({
    work: (id: number) => api.tickets.pick({ id }),
    onMutate: (id) => optimisticTicket(id, { status: statuses.accepted, picked: true, workers: me ? [me] : [] }),
    onSuccess: (_, id) => showToast(words.claimed(id)),
    // After a lost race the list shows who claimed it.
    onSettled: () => invalidate('tickets'),
  })
  const nothing = (
    <EmptyState
      title={none}
      icon={icon}
      about={about}
      action={
        onClear ? (
          <Button variant="default" onClick={onClear}>
            {words.clear}
          </Button>
        ) : (
          action
        )
      }
    />
  )
  const rows = useRef<HTMLDivElement>(null)
  useListKeys(rows)
  const lost = (list: readonly { id: number }[]) => {
    const one = claim.lostError(list)
    return one && <ErrorAlert>{words.lost(one.id, one.sentence)}</ErrorAlert>
  }
  return (
    <Paged
      place={place}
      query={(page) => queries.tickets.search(wish, page)}
      empty={
        <>
          {lost([])}
          {nothing}
        </>
      }
    >
      {(list) => (
        <>
          {lost(list)}
          <div ref={rows}>
            <Ready />
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

/** Restores the scroll position once the rows are rendered. */
function Ready() {
  useKeptScroll(true)
  return null
}
