import { Anchor, Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#web/components/Card.tsx'
import { CheckingNotice } from '#web/components/CheckingNotice.tsx'
import { PhoneLink } from '#web/components/PhoneLink.tsx'
import { Pictures } from '#web/components/Pictures.tsx'
import { Time } from '#web/components/Time.tsx'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import { useCustodyWords } from './custody-words.ts'
import css from './ticket.module.css'
import { UnhideButton } from './UnhideButton.tsx'
import { useDeskTicketWords } from './words.ts'

interface Props {
  ticket: TicketInfo
  photos: readonly string[]
  /** The note that holds the photos. */
  filed: TicketInfo['notes'][number] | undefined
}

/** The description of the fault, with the photos that were submitted with it. */
export function TicketFacts({ ticket, photos, filed }: Props) {
  const words = useDeskTicketWords()
  const { photo } = useTicketWords()
  return (
    <Card title={words.description}>
      <div className={css['fault']}>
        <div>
          <FaultText ticket={ticket} />
          <FactList ticket={ticket} />
        </div>
        {filed && (photos.length > 0 || filed.held !== undefined) && (
          <div className={css['photos']}>
            <Pictures urls={photos} name={photo} />
            <CheckingNotice of={filed} />
          </div>
        )}
      </div>
    </Card>
  )
}

function FaultText({ ticket: { id, hidden, description } }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const { hidden: isHidden } = useTicketWords()
  return (
    <>
      {hidden && (
        <>
          <Badge color="red">{isHidden}</Badge>
          <UnhideButton ticket={id} />
        </>
      )}
      {description ? <p className={css['text']}>{description}</p> : <Text c="dimmed">{words.noDescription}</Text>}
    </>
  )
}

function FactList({ ticket: { owner, phone, accessories, createdTime, custody } }: { ticket: TicketInfo }) {
  const words = useDeskTicketWords()
  const counter = useCustodyWords()
  const codeName = useCodeNames()
  const { mail = '', filedBy = '', number = '' } = custody ?? {}
  return (
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
