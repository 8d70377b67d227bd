import { Group, Text } from '@mantine/core'
import { useId } from 'react'
import { Drawing } from './Figure.tsx'
import css from './figure.module.css'
import { axis, labelled } from './scale.ts'
import { useStatisticsWords } from './words.ts'

export interface Column {
  readonly start: string
  /** Below the column, and in full. */
  readonly label: string
  readonly name: string
  readonly created: number
  readonly finished: number
  readonly unrepairable: number
}

const top = 18
const plot = 180
const height = top + plot + 26
/** Parts of the width: the axis, and the rest for the columns. */
const left = 8

/** What came in beside what was done, one pair a period. They differ in shade and in hatching, not in colour alone. */
export function Columns({ title, says, columns }: { title: string; says: string; columns: readonly Column[] }) {
  const hatch = useId()
  const lines = axis(Math.max(...columns.map((one) => Math.max(one.created, one.finished + one.unrepairable))))
  const most = lines.at(-1) ?? 1
  const y = (value: number) => top + plot - (plot * value) / most
  const wide = (100 - left) / columns.length
  const bar = wide * 0.36
  const shown = labelled(columns.length, 5)
  const rect = (x: number, from: number, value: number) => ({
    x: `${x}%`,
    y: y(from + value),
    width: `${bar}%`,
    height: (plot * value) / most,
  })
  return (
    <>
      <Legend />
      <Drawing title={title} says={says} height={height}>
        <Hatching id={hatch} />
        {lines.map((line) => (
          <g key={line}>
            <line className={css['line']} x1="0" x2="100%" y1={y(line)} y2={y(line)} />
            <text className={css['faint']} x="0" y={y(line) - 4}>
              {line}
            </text>
          </g>
        ))}
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
