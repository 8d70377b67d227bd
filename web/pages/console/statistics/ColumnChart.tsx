import { Group, Text } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { Drawing } from '#web/components/figures/Figure.tsx'
import css from '#web/components/figures/figure.module.css'
import { axisLines, hasLabel } from './scale.ts'
import { useStatisticsWords } from './words.ts'

interface ChartColumn {
  readonly start: string
  readonly label: string
  readonly title: string
  /** The column and its figures as a sentence. */
  readonly name: string
  readonly created: number
  readonly finished: number
  readonly unrepairable: number
}

const top = 18
const plot = 180
const height = top + plot + 26
/** In percent of the width. */
const left = 8

interface ColumnChartProps {
  title: string
  says: string
  columns: readonly ChartColumn[]
}

/** Created and finished tickets side by side. They differ in shade and hatching, not only in colour. */
export function ColumnChart({ title, says, columns }: ColumnChartProps) {
  const hatch = useId()
  const [at, setAt] = useState<number>()
  const lines = axisLines(Math.max(...columns.map((one) => Math.max(one.created, one.finished + one.unrepairable))))
  const most = lines.at(-1) ?? 1
  const y = (value: number) => top + plot - (plot * value) / most
  const wide = (100 - left) / columns.length
  const bar = wide * 0.36
  // On a phone no more than four Chinese dates fit beside each other.
  const shown = hasLabel(columns.length, 4)
  const rect = (x: number, from: number, value: number) => ({
    x: `${x}%`,
    y: y(from + value),
    width: `${bar}%`,
    height: (plot * value) / most,
  })
  return (
    <>
      <Legend />
      <div className={css['plot']}>
        <Drawing title={title} says={says} height={height}>
          <Hatching id={hatch} />
          {at !== undefined && (
            <rect className={css['band']} x={`${left + at * wide}%`} y={top} width={`${wide}%`} height={plot} />
          )}
          <GridLines lines={lines} y={y} />
          {columns.map(({ start, label, name, created, finished, unrepairable }, i) => {
            const x = left + i * wide
            return (
              <g key={start}>
                <title>{name}</title>
                <rect className={css['second']} {...rect(x + wide * 0.12, 0, created)} />
                <rect className={css['ink']} {...rect(x + wide * 0.52, 0, finished)} />
                {unrepairable > 0 && (
                  <g>
                    <rect className={css['hatch']} {...rect(x + wide * 0.52, finished, unrepairable)} />
                    <rect fill={`url(#${hatch})`} {...rect(x + wide * 0.52, finished, unrepairable)} />
                  </g>
                )}
                {shown(i) && (
                  <text
                    className={css['faint']}
                    x={i === columns.length - 1 ? '100%' : `${x + wide / 2}%`}
                    y={height - 6}
                    textAnchor={i === columns.length - 1 ? 'end' : 'middle'}
                  >
                    {label}
                  </text>
                )}
              </g>
            )
          })}
        </Drawing>
        <Reader title={title} columns={columns} at={at} look={setAt} />
      </div>
    </>
  )
}

function GridLines({ lines, y }: { lines: readonly number[]; y: (value: number) => number }) {
  return lines.map((line) => (
    <g key={line}>
      <line className={css['line']} x1="0" x2="100%" y1={y(line)} y2={y(line)} />
      <text className={css['faint']} x="0" y={y(line) - 4}>
        {line}
      </text>
    </g>
  ))
}

interface ReaderProps {
  title: string
  columns: readonly ChartColumn[]
  at: number | undefined
  look: (at: number | undefined) => void
}

function Reader({ title, columns, at, look }: ReaderProps) {
  const words = useStatisticsWords()
  const last = columns.length - 1
  const column = at === undefined ? undefined : columns[at]
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left: from, width } = currentTarget.getBoundingClientRect()
    look(Math.min(last, Math.max(0, Math.floor(((clientX - from) / width) * columns.length))))
  }
  const move = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: (at ?? last) - 1,
      ArrowRight: (at ?? last) + 1,
      Home: 0,
      End: last,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    look(Math.min(last, Math.max(0, to)))
  }
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        className={css['reader']}
        style={{ insetInlineStart: `${left}%` }}
        aria-label={words.valuesOf(title)}
        aria-valuemin={1}
        aria-valuemax={columns.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={columns[at ?? last]?.name ?? ''}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => look(undefined)}
        onFocus={() => look(at ?? last)}
        onBlur={() => look(undefined)}
        onKeyDown={move}
      />
      {column && at !== undefined && (
        <div
          className={css['tip']}
          style={{ '--at': `${left + ((at + 0.5) * (100 - left)) / columns.length}%` } as CSSProperties}
          aria-hidden="true"
        >
          <strong>{column.title}</strong>
          {(['created', 'finished', 'unrepairable'] as const).map((name) => (
            <span key={name}>
              {words[name]} <b>{column[name]}</b>
            </span>
          ))}
        </div>
      )}
    </>
  )
}

function Hatching({ id }: { id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line className={css['stroke']} x1="0" x2="0" y1="0" y2="6" />
    </pattern>
  )
}

function Legend() {
  const words = useStatisticsWords()
  const hatch = useId()
  return (
    <Group gap="lg" aria-hidden="true">
      {(['created', 'finished', 'unrepairable'] as const).map((name, i) => (
        <Text key={name} size="sm" component="span" className={css['key'] ?? ''}>
          <svg width="16" height="16" aria-hidden="true">
            <rect className={[css['second'], css['ink'], css['hatch']][i] ?? ''} width="16" height="16" rx="3" />
            {name === 'unrepairable' && (
              <>
                <Hatching id={hatch} />
                <rect fill={`url(#${hatch})`} width="16" height="16" rx="3" />
              </>
            )}
          </svg>
          {words[name]}
        </Text>
      ))}
    </Group>
  )
}
