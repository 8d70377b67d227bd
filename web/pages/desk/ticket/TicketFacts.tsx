import { Anchor, Badge, Text } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
import { PhoneLink } from '#web/components/PhoneLink.tsx'
import { Time } from '#web/components/Time.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { Ticket } from '#web/data/queries.ts'
import { useCustodyWords } from './custody-words.ts'
import css from './ticket.module.css'
import { UnhideButton } from './UnhideButton.tsx'
import { useDeskTicketWords } from './words.ts'

export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const words = useDeskTicketWords()
  const counter = useCustodyWords()
  const { hidden } = useTicketWords()
  const { description, owner, phone, accessories, createdTime } = ticket
  const { mail = '', filedBy = '', number = '' } = ticket.custody ?? {}
  const codeName = useCodeNames()
  return (
    <Card title={words.description}>
      {ticket.hidden && (
        <>
          <Badge color="red" variant="light">
            {hidden}
          </Badge>
          <UnhideButton ticket={ticket.id} />
        </>
      )}
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
        {mail && (
          <>
            <dt>{counter.mail}</dt>
            <dd>
              <p style={{ margin: 0 }}>
                <Anchor underline="always" inherit href={`mailto:${mail}`}>
                  {mail}
                </Anchor>
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
        {filedBy && (
          <>
            <dt>{counter.filedBy}</dt>
            <dd>{filedBy}</dd>
          </>
        )}
        {number && (
          <>
            <dt>{counter.number}</dt>
            <dd>{number}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}
