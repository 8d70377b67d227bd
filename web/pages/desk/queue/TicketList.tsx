import { Badge, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { IconName } from '#client/icons.ts'
import { ticketQueryOf } from '#client/ticket-filter.ts'
import { statuses, ticketTypes } from '#contract/codes.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { type RowAction, useRowAction } from '#web/components/row-action.ts'
import { StatusBadge } from '#web/components/Status.tsx'
import { TicketLink } from '#web/components/TicketLink.tsx'
import { Age } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { optimisticTicket } from '#web/data/optimistic.ts'
import { queries, type TicketFound } from '#web/data/queries.ts'
import { useKeys } from '#web/lib/keys.ts'
import { localPictureUrl } from '#web/lib/picture.ts'
import { stepToRow } from '#web/lib/row-focus.ts'
import { type ListAddress, useKeptScroll } from './address.ts'
import css from './queue.module.css'
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
                  <TicketRow ticket={ticket} claim={claim} from={href} inMine={filter.who === 'mine'} />
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

function RestoreScroll() {
  useKeptScroll(true)
  return null
}

/** Shortcuts to move between rows and claim the focused ticket. A link opens by itself with Enter. */
function useListKeys(rows: RefObject<HTMLElement | null>): void {
  const step = (by: 1 | -1) => stepToRow(rows.current, '[data-row]', 'a', by)
  const claim = () => document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-claim]')?.click()
  useKeys({ j: () => step(1), k: () => step(-1), c: claim })
}

interface RowProps {
  ticket: TicketFound
  claim: RowAction
  from: string
  /** In the list of a member's own tickets. */
  inMine: boolean
}

function TicketRow({ ticket, claim, from, inMine }: RowProps) {
  const words = useQueueWords()
  const refused = claim.errorOf(ticket.id)
  const { id, device, deviceModel, fault, owner, status, workers, createdTime, unread } = ticket
  return (
    <div className={css['row']} data-row data-unread={unread}>
      <Thumb of={ticket} />
      <TicketLink
        id={id}
        device={device}
        from={from}
        area="device"
        // The second click of a double tap must not open the ticket under the claim button.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        <span className={css['model']}>{deviceModel}</span>
        {unread && (
          <Badge size="sm" color="red" variant="filled" flex="none">
            {words.unread}
          </Badge>
        )}
      </TicketLink>
      <span className={css['fault']}>{fault}</span>
      <span className={css['state']}>
        <span className={css['status']} data-unclaimed={status === statuses.submitted}>
          <StatusBadge of={ticket} />
        </span>
        <span className={css['time']}>
          <Age of={createdTime} />
        </span>
        <span className={css['owner']}>{owner}</span>
      </span>
      {status === statuses.submitted ? (
        <Button
          variant="light"
          className={css['claim'] ?? ''}
          data-claim
          aria-label={words.claimThis(id, device)}
          loading={claim.isBusyAt(id)}
          disabled={claim.busy && !claim.isBusyAt(id)}
          onClick={() => claim.submit(id)}
        >
          {words.claim}
        </Button>
      ) : (
        <Workers of={workers} inMine={inMine} />
      )}
      {refused && (
        <div className={css['refused']}>
          <ErrorAlert>{refused}</ErrorAlert>
        </div>
      )}
    </div>
  )
}

function Thumb({ of: { photo, type } }: { of: TicketFound }) {
  const src = localPictureUrl(photo)
  return (
    <span className={css['thumb']}>
      {src ? (
        <img src={src} alt="" loading="lazy" decoding="async" />
      ) : (
        <Icon name={type === ticketTypes.computer ? 'laptop' : 'plug'} size={22} />
      )}
    </span>
  )
}

function Workers({ of, inMine }: { of: TicketFound['workers']; inMine: boolean }) {
  const { you } = useQueueWords()
  const me = useMe().data?.member?.id
  const names = of.filter(({ id }) => !inMine || id !== me).map(({ id, name }) => (id === me ? you : name))
  if (names.length === 0) return null
  return (
    <span className={css['workers']}>
      <Icon name="wrench" size={14} /> {names.join(' · ')}
    </span>
  )
}
