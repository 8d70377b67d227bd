import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { StatisticsDetail } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { monthOf, shortDate } from '#web/lib/time.ts'
import { Columns } from './Columns.tsx'
import { Figure } from './Figure.tsx'
import { useStatisticsWords } from './words.ts'

/** More would be too thin to tell apart on a phone; the table has them all. */
const drawn = 16

/** What came in and what was done, by week or by month. */
export function Flow({ detail }: { detail: StatisticsDetail }) {
  const words = useStatisticsWords()
  const lang = useLang()
  const [by, setBy] = useState<'weeks' | 'months'>('weeks')
  const label = (start: string) => (by === 'weeks' ? shortDate(start, lang) : monthOf(start, lang, 'short'))
  const name = (start: string) => (by === 'weeks' ? words.weekOf(shortDate(start, lang)) : monthOf(start, lang, 'long'))
  const periods = detail[by]
  const columns = periods.slice(-drawn).map((one) => {
    const { start, created, finished, unrepairable } = one
    return { ...one, label: label(start), name: `${name(start)}: ${words.flow(created, finished, unrepairable)}` }
  })
  const sum = (of: 'created' | 'finished' | 'unrepairable') => columns.reduce((all, one) => all + one[of], 0)
  const says = words.flowSays(columns.length, by, words.flow(sum('created'), sum('finished'), sum('unrepairable')))
  return (
    <Figure
      title={words.flowTitle}
      says={says}
      action={
        <SegmentedControl
          size="md"
          style={{ alignSelf: 'flex-start' }}
          aria-label={words.flowBy}
          value={by}
          onChange={(value) => setBy(value === 'months' ? 'months' : 'weeks')}
          data={[
            { value: 'weeks', label: words.weeks },
            { value: 'months', label: words.months },
          ]}
        />
      }
      table={{
        heads: [words[by], words.created, words.finished, words.unrepairable],
        rows: periods.toReversed().map(({ start, created, finished, unrepairable }) => ({
          key: start,
          name: start,
          figures: [created, finished, unrepairable],
        })),
      }}
    >
      <Columns title={words.flowTitle} says={says} columns={columns} />
    </Figure>
  )
}
