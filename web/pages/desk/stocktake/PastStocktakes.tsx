import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Time } from '#web/components/Time.tsx'
import { queries, type Stocktake } from '#web/data/queries.ts'
import { StocktakeResult } from './StocktakeResult.tsx'
import css from './stocktake.module.css'
import { useStocktakeWords } from './words.ts'

export function PastStocktakes() {
  const words = useStocktakeWords()
  return (
    <Card title={words.earlier}>
      <Paged
        count={10}
        query={queries.custody.stocktakes}
        empty={<EmptyState title={words.none} inside icon="history" about={words.noneAbout} />}
      >
        {(list) => (
          <ul className={css['list']}>
            {list.map((one) => (
              <li key={one.id}>
                <PastStocktake of={one} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Card>
  )
}

function PastStocktake({ of }: { of: Stocktake }) {
  const words = useStocktakeWords()
  const [open, setOpen] = useState(false)
  const { createdTime, by, shelf, there, missing, stray } = of
  return (
    <Stack gap="xs" align="flex-start">
      <div>
        <Text fw={600}>
          <Time at={createdTime} /> · {by} · {shelf ? words.onShelf(shelf) : words.allShelves}
        </Text>
        <Text variant="secondary">{words.figures(there, missing.length, stray.length)}</Text>
      </div>
      {missing.length + stray.length > 0 && (
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.less : words.more}
        </Button>
      )}
      {open && <StocktakeResult of={of} />}
    </Stack>
  )
}
