import { BarFigure } from '#web/components/figures/BarFigure.tsx'
import type { Bar } from '#web/components/figures/Bars.tsx'
import { useStatisticsWords } from './words.ts'

interface Props {
  title: string
  says: string
  head: string
  bars: readonly Bar[]
  whole?: number
  unit?: string
}

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
