import { type Bar, Bars } from '#web/parts/figures/Bars.tsx'
import { Figure } from '#web/parts/figures/Figure.tsx'
import { useStatisticsWords } from './words.ts'

/** The same bars as rows of a table. */
export const tableOf = (bars: readonly Bar[]) => bars.map(({ key, name, shown }) => ({ key, name, figures: [shown] }))

/** Names and how many; of a whole, if there is one. */
export function Simple({
  title,
  says,
  head,
  bars,
  whole,
  unit,
}: {
  title: string
  says: string
  head: string
  bars: readonly Bar[]
  whole?: number
  /** What is counted; tickets unless it is said. */
  unit?: string
}) {
  const words = useStatisticsWords()
  const table = { heads: [head, unit ?? words.tickets], rows: tableOf(bars) }
  return (
    <Figure title={title} says={bars.length > 0 ? says : words.nothing} table={table}>
      <Bars title={title} says={says} bars={bars} {...(whole ? { whole } : {})} />
    </Figure>
  )
}
