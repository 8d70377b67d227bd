import { Stack, Text } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import type { ImportView } from '#web/data/queries.ts'
import type { ImportForm } from './import-options.ts'
import { useImportWords } from './words.ts'

interface Props {
  view: ImportView
  options: ImportForm
  change: (options: ImportForm) => void
}

/** The rows that the file has twice, and whether each is a repair of its own. */
export function RepeatedRows({ view: { doubles, doubled, repeated, same }, options, change }: Props) {
  const words = useImportWords()
  if (doubled === 0) return null
  const chosen = options.doubles ?? (repeated > doubled - same ? 'once' : 'each')
  return (
    <Card title={words.doubles} about={words.doublesAbout(doubled, repeated)}>
      {same > 0 && (
        <SelectField
          label={words.doublesChoice}
          value={chosen}
          data={(['each', 'once'] as const).map((value) => ({ value, label: words.doublesOptions[value] }))}
          onChange={(doubles) => change({ ...options, doubles })}
          maw={{ sm: 320 }}
        />
      )}
      <details>
        <summary>{words.doubleRows}</summary>
        <Stack gap={4} mt="xs">
          {doubles.map(({ row, of }) => (
            <Text key={row} size="sm">
              {words.doubleRow(row, of)}
            </Text>
          ))}
        </Stack>
      </details>
    </Card>
  )
}
