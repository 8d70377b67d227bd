import { type Bar, Bars } from './Bars.tsx'
import { Figure } from './Figure.tsx'

export const tableOf = (bars: readonly Bar[]) => bars.map(({ key, name, shown }) => ({ key, name, figures: [shown] }))

export function BarFigure({
  title,
  says,
  heads,
  bars,
  whole,
}: {
  title: string
  says: string
  heads: readonly [string, string]
  bars: readonly Bar[]
  whole?: number
}) {
  return (
    <Figure title={title} says={says} table={{ heads, rows: tableOf(bars) }}>
      <Bars title={title} says={says} bars={bars} {...(whole ? { whole } : {})} />
    </Figure>
  )
}
