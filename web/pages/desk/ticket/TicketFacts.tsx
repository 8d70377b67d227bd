import { Anchor, Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#web/components/Card.tsx'
import { PhoneLink } from '#web/components/PhoneLink.tsx'
import { Time } from '#web/components/Time.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useCustodyWords } from './custody-words.ts'
import css from './ticket.module.css'
import { UnhideButton } from './UnhideButton.tsx'
import { useDeskTicketWords } from './words.ts'

export function TicketFacts({ ticket }: { ticket: TicketInfo }) {
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
        <Fact name={words.owner}>{owner || words.noName}</Fact>
        {phone && (
          <Fact name={words.phone}>
            <p style={{ margin: 0 }}>
              <PhoneLink phone={phone} />
            </p>
          </Fact>
        )}
        {mail && (
          <Fact name={counter.mail}>
            <p style={{ margin: 0 }}>
              <Anchor underline="always" inherit href={`mailto:${mail}`}>
                {mail}
              </Anchor>
            </p>
          </Fact>
        )}
        <Fact name={words.accessories}>
          {accessories.map((code) => codeName('accessory', code)).join(' · ') || words.noAccessories}
        </Fact>
        <Fact name={words.filed}>
          <Time at={createdTime} />
        </Fact>
        {filedBy && <Fact name={counter.filedBy}>{filedBy}</Fact>}
        {number && <Fact name={counter.number}>{number}</Fact>}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
