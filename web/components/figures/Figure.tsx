import { Stack } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Card } from '#web/components/Card.tsx'
import css from './figure.module.css'
import { ScrollTable } from './ScrollTable.tsx'
import { useFigureWords } from './words.ts'

interface FigureProps {
  title: string
  says: string
  action?: ReactNode
  /** The figures of the picture as a table. */
  table: Pick<ComponentProps<typeof ScrollTable>, 'heads' | 'rows'>
  children: ReactNode
}

export function Figure({ title, says, action, table, children }: FigureProps) {
  const words = useFigureWords()
  if (table.rows.length === 0)
    return (
      <Card title={title} about={says}>
        {null}
      </Card>
    )
  return (
    <Card title={title} about={says}>
      {action}
      <figure className={css['figure']}>
        <Stack gap="xs">
          {children}
          <details className={css['table']}>
            <summary aria-label={words.tableOf(title)}>{words.table}</summary>
            <ScrollTable height={420} aria-label={title} {...table} />
          </details>
        </Stack>
      </figure>
    </Card>
  )
}

interface DrawingProps {
  title: string
  says: string
  height: number
  children: ReactNode
}

/** The chart as one image to assistive technology, with name and description. */
export function Drawing({ title, says, height, children }: DrawingProps) {
  const id = useId()
  return (
    <svg
      className={css['picture']}
      height={height}
      role="img"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}says`}
    >
      <title id={`${id}title`}>{title}</title>
      <desc id={`${id}says`}>{says}</desc>
      {children}
    </svg>
  )
}
