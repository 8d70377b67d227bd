import { Text } from '@mantine/core'
import { useCodeNames } from '#web/data/hooks.ts'
import type { Ticket } from '#web/data/queries.ts'
import { Card } from '#web/parts/Card.tsx'
import { PhoneLink } from '#web/parts/PhoneLink.tsx'
import { Time } from '#web/parts/Time.tsx'
import css from './ticket.module.css'
import { useDeskTicketWords } from './words.ts'

/** What is wrong with it, whose it is, and what came with it. */
export function TicketFacts({ ticket: { description, owner, phone, accessories, createdTime } }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const codeName = useCodeNames()
  return (
    <Card title={words.description}>
      {description ? <p className={css['text']}>{description}</p> : <Text c="dimmed">{words.noDescription}</Text>}
      <dl className={css['list']}>
        <dt>{words.owner}</dt>
        <dd>{owner || words.noName}</dd>
        {phone && (
          <>
            <dt>{words.phone}</dt>
            <dd>
              <p style={{ margin: 0 }}>
                <PhoneLink phone={phone} />
              </p>
            </dd>
          </>
        )}
        <dt>{words.accessories}</dt>
        <dd>{accessories.map((code) => codeName('accessory', code)).join(' · ') || words.noAccessories}</dd>
        <dt>{words.filed}</dt>
        <dd>
          <Time at={createdTime} />
        </dd>
      </dl>
    </Card>
  )
}
