import { Badge, Button } from '@mantine/core'
import { statuses, ticketTypes } from '#contract/codes.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import type { RowAction } from '#web/components/row-action.ts'
import { StatusBadge } from '#web/components/Status.tsx'
import { TicketLink } from '#web/components/TicketLink.tsx'
import { useClock, useMe } from '#web/data/hooks.ts'
import type { TicketFound } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { localPictureUrl } from '#web/lib/picture.ts'
import { ago, dateTime } from '#web/lib/time.ts'
import css from './queue.module.css'
import { useQueueWords } from './words.ts'

export function TicketRow({ ticket, claim, from }: { ticket: TicketFound; claim: RowAction; from: string }) {
  const words = useQueueWords()
  const refused = claim.errorOf(ticket.id)
  const { id, device, deviceModel, owner, status, workers, createdTime, unread } = ticket
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
        {unread && (
          <Badge size="sm" color="red" variant="filled" flex="none">
            {words.unread}
          </Badge>
        )}
      </TicketLink>
      <span className={css['model']}>{deviceModel}</span>
      <span className={css['owner']}>{owner}</span>
      <span className={css['time']}>
        <Age of={createdTime} />
      </span>
      <span className={css['status']}>
        <StatusBadge of={ticket} />
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
        <Workers of={workers} />
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

function Age({ of }: { of: string }) {
  const lang = useLang()
  const clock = useClock()
  return (
    <time dateTime={of.slice(0, 19)} title={dateTime(of, lang, clock)} style={{ whiteSpace: 'nowrap' }}>
      {clock && ago(of, lang, clock)}
    </time>
  )
}

function Workers({ of }: { of: TicketFound['workers'] }) {
  const { you } = useQueueWords()
  const me = useMe().data?.member?.id
  return <span className={css['workers']}>{of.map(({ id, name }) => (id === me ? you : name)).join(' · ')}</span>
}
