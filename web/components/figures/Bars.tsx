import { Drawing } from './Figure.tsx'
import css from './figure.module.css'

export interface Bar {
  readonly key: string | number
  readonly name: string
  readonly value: number
  readonly shown: string
}

const row = 46
const thick = 12

/** Horizontal bars. The name stands above each bar, so that long names fit. */
export function Bars({
  title,
  says,
  bars,
  whole,
}: {
  title: string
  says: string
  bars: readonly Bar[]
  whole?: number
}) {
  const most = whole ?? Math.max(...bars.map(({ value }) => value), 1)
  return (
    <Drawing title={title} says={says} height={bars.length * row}>
      {bars.map(({ key, name, value, shown }, i) => (
        <g key={key} transform={`translate(0 ${i * row})`}>
          <text x="0" y="18">
            {shortened(name)}
          </text>
          <text x="100%" y="18" textAnchor="end">
            {shown}
          </text>
          <rect className={css['track']} x="0" y="26" width="100%" height={thick} rx={thick / 2} />
          {value > 0 && (
            <rect
              className={css['ink']}
              x="0"
              y="26"
              width={`${Math.max(2, (100 * value) / most)}%`}
              height={thick}
              rx={thick / 2}
            />
          )}
        </g>
      ))}
    </Drawing>
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
