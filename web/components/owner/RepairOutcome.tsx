import { Stack, Text } from '@mantine/core'
import { statusMeaning } from '#contract/codes.ts'
import { Card } from '#web/components/Card.tsx'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import type { OwnersTicket } from '#web/data/queries.ts'
import { useBecameWords } from './became-words.ts'
import css from './details.module.css'

export function RepairOutcome({ of: { status, outcome, barrier, remedy } }: { of: OwnersTicket }) {
  const words = useBecameWords()
  const names = useOutcomeWords()
  const known = outcome !== '' && outcome !== 'unknown' ? outcome : undefined
  if (!known && !remedy) return null
  return (
    <Card title={words.title}>
      <Stack gap="xs">
        {known && <Text>{words.kind[known]}</Text>}
        {barrier && <Text>{words.barrier(names.barriers[barrier])}</Text>}
        {remedy && (
          <dl className={css['details']}>
            <dt>{statusMeaning(status).repaired ? words.helped : words.found}</dt>
            <dd className={css['text']}>{remedy}</dd>
          </dl>
        )}
      </Stack>
    </Card>
  )
}
