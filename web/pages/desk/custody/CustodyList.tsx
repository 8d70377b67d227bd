import { Badge, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { PhoneLink } from '#web/components/PhoneLink.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { StatusBadge } from '#web/components/Status.tsx'
import { TicketLink } from '#web/components/TicketLink.tsx'
import { Age, Time } from '#web/components/Time.tsx'
import { type DeviceInCustody, queries } from '#web/data/queries.ts'
import { useCustodyWords } from '#web/pages/desk/ticket/custody-words.ts'
import css from './custody.module.css'
import { useCustodyListWords } from './words.ts'

export function CustodyList() {
  const words = useCustodyListWords()
  const [typed, setShelf] = useState('')
  const [shelf] = useDebouncedValue(typed.trim(), 250)
  return (
    <Page
      title={words.title}
      about={words.about}
      action={
        <Group gap="xs">
          <LinkButton href="/desk/stocktake" leftSection={<Icon name="scan" size={18} />}>
            {words.stocktake}
          </LinkButton>
          <LinkButton href="/desk/tags" leftSection={<Icon name="printer" size={18} />}>
            {words.tags}
          </LinkButton>
        </Group>
      }
    >
      <search>
        <TextInput
          type="search"
          maw={320}
          label={words.shelf}
          placeholder={words.anyShelf}
          value={typed}
          maxLength={limits.shelf}
          autoComplete="off"
          onChange={(event) => setShelf(event.currentTarget.value)}
        />
      </search>
      <Paged
        query={(page) => queries.custody.list(shelf, page)}
        empty={
          shelf ? (
            <EmptyState title={words.noneOn(shelf)} icon="search" about={words.noneOnAbout} />
          ) : (
            <EmptyState title={words.none} icon="shelf" about={words.noneAbout} />
          )
        }
      >
        {(list) => (
          <Rows>
            {list.map((kept) => (
              <KeptRow key={kept.id} kept={kept} />
            ))}
          </Rows>
        )}
      </Paged>
    </Page>
  )
}

function KeptRow({ kept }: { kept: DeviceInCustody }) {
  const words = useCustodyListWords()
  const { at } = useCustodyWords()
  const { id, device, status, owner, phone, place, shelf, with: name, since, ready, told } = kept
  return (
    <div className={css['row']}>
      <TicketLink id={id} device={device} from="/desk/custody" />
      <span className={css['place']} data-place={place}>
        <Icon name="pin" size={16} />
        {at(place, shelf, name)}
      </span>
      <span className={css['owner']}>{owner || words.noName}</span>
      <span className={css['since']}>
        <Lead text={words.since}>
          <Age of={since} />
        </Lead>
      </span>
      <span className={css['status']}>
        {ready && (
          <Badge color="yellow" variant="filled" autoContrast>
            {words.waits}
          </Badge>
        )}
        <StatusBadge of={{ status, isConfirmed: false }} />
      </span>
      {ready && (
        <div className={css['told']}>
          {told.length === 0 ? (
            <Text size="sm">
              <Lead text={words.notTold}>{phone && <Call phone={phone} />}</Lead>
            </Text>
          ) : (
            told.map(({ kind, channel, at: when, sent }) => (
              <Text key={`${kind} ${channel} ${when}`} variant="secondary">
                {words.told(kind, channel, sent)} <Time at={when} />
              </Text>
            ))
          )}
        </div>
      )}
    </div>
  )
}

/** A masked number helps no one to call. */
function Call({ phone }: { phone: string }) {
  const words = useCustodyListWords()
  if (phone.includes('*')) return words.workerCalls
  return (
    <Lead text={words.call}>
      <PhoneLink phone={phone} />
    </Lead>
  )
}
