import { useState } from 'react'
import { Figure } from '#web/components/figures/Figure.tsx'
import { SegmentedChoice } from '#web/components/Segments.tsx'
import type { StatisticsDetail } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { monthOf, shortDate } from '#web/lib/time.ts'
import { ColumnChart } from './ColumnChart.tsx'
import { withoutEmptyStart } from './period.ts'
import { useStatisticsWords } from './words.ts'

export function TicketFlow({ detail, begin }: { detail: StatisticsDetail; begin: 'weeks' | 'months' }) {
  const words = useStatisticsWords()
  const lang = useLang()
  const [by, setBy] = useState(begin)
  const label = (start: string) => (by === 'weeks' ? shortDate(start, lang) : monthOf(start, lang, 'short'))
  const name = (start: string) => (by === 'weeks' ? words.weekOf(shortDate(start, lang)) : monthOf(start, lang, 'long'))
  const periods = withoutEmptyStart(detail[by])
  const columns = periods.map((one) => {
    const { start, created, finished, unrepairable } = one
    const full = `${name(start)}: ${words.flow(created, finished, unrepairable)}`
    return { ...one, label: label(start), title: name(start), name: full }
  })
  const sum = (of: 'created' | 'finished' | 'unrepairable') => columns.reduce((all, one) => all + one[of], 0)
  const flow = words.flow(sum('created'), sum('finished'), sum('unrepairable'))
  const says = columns.length > 0 ? words.flowSays(detail[by].length, by, flow) : words.nothing
  return (
    <Figure
      title={words.flowTitle}
      says={says}
      action={
        <div>
          <SegmentedChoice
            aria-label={words.flowBy}
            value={by}
            onChange={setBy}
            data={(['weeks', 'months'] as const).map((value) => ({ value, label: words[value] }))}
          />
        </div>
      }
      table={{
        heads: [words[by], words.created, words.finished, words.unrepairable],
        rows: periods.toReversed().map(({ start, created, finished, unrepairable }) => ({
          key: start,
          name: start,
          cells: [created, finished, unrepairable],
        })),
      }}
    >
      {columns.length > 0 && <ColumnChart title={words.flowTitle} says={says} columns={columns} />}
    </Figure>
  )
}
