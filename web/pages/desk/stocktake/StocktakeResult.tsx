import { Stack, Text, Title } from '@mantine/core'
import { TextLink } from '#web/components/buttons.tsx'
import { Icon } from '#web/components/Icon.tsx'
import type { Stocktake } from '#web/data/queries.ts'
import { scanName } from './scans.ts'
import css from './stocktake.module.css'
import { useStocktakeWords } from './words.ts'

const ticketOf = (id: number) => `/desk/tickets/${id}`

export function StocktakeResult({ of: { there, missing, stray } }: { of: Stocktake }) {
  const words = useStocktakeWords()
  return (
    <Stack>
      <Text className={css['there'] ?? ''}>
        <Icon name="check" /> {words.there(there)}
      </Text>
      {missing.length > 0 && (
        <section aria-label={words.missing(missing.length)}>
          <Title order={3} size="h5">
            {words.missing(missing.length)}
          </Title>
          <ul className={css['list']}>
            {missing.map(({ id, device, shelf }) => (
              <li key={id}>
                <TextLink href={ticketOf(id)}>
                  #{id} {device}
                </TextLink>
                <Text variant="secondary">{shelf ? words.shouldBe(shelf) : words.noShelf}</Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      {stray.length > 0 && (
        <section aria-label={words.stray(stray.length)}>
          <Title order={3} size="h5">
            {words.stray(stray.length)}
          </Title>
          <ul className={css['list']}>
            {stray.map(({ scan, id, why }) => (
              <li key={scan}>
                {id > 0 ? (
                  <TextLink href={ticketOf(id)}>{scanName(scan)}</TextLink>
                ) : why === 'blank' ? (
                  scanName(scan)
                ) : (
                  scan
                )}
                <Text variant="secondary">{words.why[why]}</Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      {missing.length + stray.length === 0 && <Text>{words.allWell}</Text>}
    </Stack>
  )
}
