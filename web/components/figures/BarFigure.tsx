import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Drawing, Figure } from './Figure.tsx'
import css from './figure.module.css'
import { useFigureWords } from './words.ts'

export interface Bar {
  readonly key: string | number
  readonly name: string
  readonly value: number
  readonly shown: string
  /** The cells of its row in the table; by default what it shows. */
  readonly cells?: readonly (string | number)[]
}

export interface BarFigureProps {
  title: string
  says: string
  heads: readonly string[]
  bars: readonly Bar[]
  /** The value of a full bar, if it is not the largest one. */
  whole?: number
}

const row = 46
const thick = 12
/** The bars shown on a phone, if there are many. */
const atFirst = 5

/** Horizontal bars. The name stands above each bar, so that long names fit. */
export function BarFigure({ title, says, heads, bars: all, whole }: BarFigureProps) {
  const words = useFigureWords()
  const isPhone = useMediaQuery('not (min-width: 36em)', undefined, { getInitialValueInEffect: false })
  const [unfolded, setUnfolded] = useState(false)
  const folded = isPhone && !unfolded && all.length > atFirst + 1
  const bars = folded ? all.slice(0, atFirst) : all
  const most = whole || Math.max(...all.map(({ value }) => value), 1)
  const rect = { x: 0, y: 26, height: thick, rx: thick / 2 }
  const rows = all.map(({ key, name, shown, cells = [shown] }) => ({ key, name, cells }))
  return (
    <Figure title={title} says={says} table={{ heads, rows }}>
      <Drawing title={title} says={says} height={bars.length * row}>
        {bars.map(({ key, name, value, shown }, i) => (
          <g key={key} transform={`translate(0 ${i * row})`}>
            <text x="0" y="18">
              {shortened(name)}
            </text>
            <text x="100%" y="18" textAnchor="end">
              {shown}
            </text>
            <rect className={css['track']} width="100%" {...rect} />
            {value > 0 && <rect className={css['ink']} width={`${Math.max(2, (100 * value) / most)}%`} {...rect} />}
          </g>
        ))}
      </Drawing>
      {folded && (
        <div>
          <Button variant="default" aria-label={words.allOf(all.length, title)} onClick={() => setUnfolded(true)}>
            {words.all(all.length)}
          </Button>
        </div>
      )}
    </Figure>
  )
}

/** SVG text does not wrap. Chinese characters are twice as wide. */
function shortened(text: string): string {
  let room = 30
  let shown = ''
  for (const character of text) {
    room -= character > '\u2e7f' ? 2 : 1
    if (room < 0) return `${shown}…`
    shown += character
  }
  return shown
}
