import { Card } from '#web/components/Card.tsx'
import { CheckingNotice } from '#web/components/CheckingNotice.tsx'
import { Pictures } from '#web/components/Pictures.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { useCodeNames, useKindNames } from '#web/data/hooks.ts'
import type { OwnersTicket } from '#web/data/queries.ts'
import css from './details.module.css'
import { useOwnerWords } from './words.ts'

interface Props {
  of: OwnersTicket
  photos: readonly string[]
  filed?: OwnersTicket['notes'][number] | undefined
}

export function DeviceDetails({ of: ticket, photos, filed }: Props) {
  const words = useOwnerWords()
  const { photo } = useTicketWords()
  const name = useCodeNames()
  const kindName = useKindNames()
  const things = ticket.accessories.map((code) => name('accessory', code)).join(' · ')
  return (
    <Card title={words.details}>
      <dl className={css['details']}>
        <dt>{words.device}</dt>
        <dd>{kindName(ticket)}</dd>
        {ticket.description && (
          <>
            <dt>{words.description}</dt>
            <dd className={css['text']}>{ticket.description}</dd>
          </>
        )}
        {(photos.length > 0 || filed?.held !== undefined) && (
          <>
            <dt>{words.photos}</dt>
            <dd>
              <Pictures urls={photos} name={photo} />
              {filed && <CheckingNotice of={filed} />}
            </dd>
          </>
        )}
        <dt>{words.accessories}</dt>
        <dd>{things || words.noAccessories}</dd>
      </dl>
    </Card>
  )
}
