import { BarFigure } from '#web/components/figures/BarFigure.tsx'
import type { Bar } from '#web/components/figures/Bars.tsx'
import { useStatisticsWords } from './words.ts'

interface Props {
  title: string
  says: string
  head: string
  bars: readonly Bar[]
  whole?: number
  /** What is counted; tickets unless it is said. */
  unit?: string
}

/** How many tickets there are of each, unless something else is counted; also where there is nothing. */
export function CountFigure({ says, head, bars, unit, ...rest }: Props) {
  const words = useStatisticsWords()
  return (
    <BarFigure
      {...rest}
      says={bars.length > 0 ? says : words.nothing}
      heads={[head, unit ?? words.tickets]}
      bars={bars}
    />
  )
}
