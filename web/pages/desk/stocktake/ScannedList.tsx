import { CloseButton, Text } from '@mantine/core'
import { Icon } from '#web/components/Icon.tsx'
import { scanName, type Walk } from './scans.ts'
import css from './stocktake.module.css'
import { useStocktakeWords } from './words.ts'

export function ScannedList({ walk: { scans }, onRemove }: { walk: Walk; onRemove: (scan: string) => void }) {
  const words = useStocktakeWords()
  return (
    <section aria-label={words.found}>
      <Text size="sm" fw={600} mb={4}>
        {words.count(scans.length)}
      </Text>
      <ul className={css['found']}>
        {scans.toReversed().map((scan) => (
          <li key={scan}>
            <Icon name="check" size={18} />
            <span>{scanName(scan)}</span>
            <CloseButton
              size={44}
              iconSize={18}
              aria-label={words.remove(scanName(scan))}
              onClick={() => onRemove(scan)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
