import { Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { queries } from '#web/data/queries.ts'
import { KeptRow } from './KeptRow.tsx'
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
