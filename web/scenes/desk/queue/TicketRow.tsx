import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { statuses } from '#contract/codes.ts'
import { pages } from '#contract/pages.ts'
import type { api } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import type { Each } from '#web/parts/each.ts'
import { Refused } from '#web/parts/Failed.tsx'
import { Status } from '#web/parts/Status.tsx'
import { Time } from '#web/parts/Time.tsx'
import css from './queue.module.css'
import { useQueueWords } from './words.ts'

export type Found = Awaited<ReturnType<typeof api.tickets.search>>['list'][number]

/** One ticket of a list: a few lines on a phone, one line on anything wider. All of it leads to the ticket. */
export function TicketRow({ ticket, claim }: { ticket: Found; claim: Each }) {
  const words = useQueueWords()
  const refused = claim.refusedAt(ticket.id)
  const { id, device, deviceModel, owner, status, workers, createdTime } = ticket
  return (
    <div className={css['row']}>
      <Link className={css['device']} href={`${pages.desk}/tickets/${id}`}>
        <span className={css['number']}>#{id}</span>
        <span className={css['name']}>{device}</span>
      </Link>
      <span className={css['model']}>{deviceModel}</span>
      <span className={css['owner']}>{owner}</span>
      <span className={css['time']}>
        <Time at={createdTime} />
      </span>
      <span className={css['status']}>
        <Status of={ticket} />
      </span>
      {status === statuses.submitted ? (
        <Button
          variant="light"
          className={css['claim'] ?? ''}
          aria-label={words.claimThis(id, device)}
          loading={claim.at(id)}
          disabled={claim.busy && !claim.at(id)}
          onClick={() => claim.run(id)}
        >
          {words.claim}
        </Button>
      ) : (
        <Workers of={workers} />
      )}
      {refused && (
        <div className={css['refused']}>
          <Refused>{refused}</Refused>
        </div>
      )}
    </div>
  )
}

function Workers({ of }: { of: Found['workers'] }) {
  const { you } = useQueueWords()
  const me = useMe().data?.member?.id
  return <span className={css['workers']}>{of.map(({ id, name }) => (id === me ? you : name)).join(' · ')}</span>
}
