import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { RowFlaw } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Rows } from '#web/components/Rows.tsx'
import type { ImportView } from '#web/data/queries.ts'
import css from './imports.module.css'
import { useColumnWords, useImportWords } from './words.ts'

const few = 10
/** For these problems the rest of the cell is imported. */
const parts: ReadonlySet<RowFlaw> = new Set(['cut_off', 'stray_characters'])

export function RowDoubts({ doubts }: Pick<ImportView, 'doubts'>) {
  const words = useImportWords()
  const { fields, flawText } = useColumnWords()
  const [all, setAll] = useState(false)
  const kept = doubts.filter(({ refused }) => refused).length
  const isCut = Math.max(kept, doubts.length - kept) >= limits.importDoubts
  if (doubts.length === 0) return null
  return (
    <KeepFocus>
      <Stack gap="xs">
        <div>
          <Title order={3} size="h5">
            {words.doubts}
          </Title>
          <Text variant="secondary">{isCut ? words.firstDoubts(doubts.length) : words.doubtsAbout(doubts.length)}</Text>
        </div>
        <Rows>
          {doubts.slice(0, all ? undefined : few).map(({ row, others, field, value, flaw, refused }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: every check brings all of them anew
            <Group key={i} gap="4px 12px" align="baseline">
              <span className={css['place']}>{words.rowNumber(row, others)}</span>
              <span className={css['reason']}>
                {field !== '' && <strong>{fields[field]}: </strong>}
                {flawText(value, flaw)}
              </span>
              <Badge variant="light" color={refused ? 'red' : 'yellow'} tt="none">
                {refused ? words.rowStaysOut : parts.has(flaw) ? words.partStaysOut : words.cellStaysOut}
              </Badge>
            </Group>
          ))}
        </Rows>
        {!all && doubts.length > few && (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setAll(true)}>
            {words.allDoubts(doubts.length)}
          </Button>
        )}
      </Stack>
    </KeepFocus>
  )
}
