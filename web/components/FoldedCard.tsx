import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './folded-card.module.css'

interface Props {
  title: string
  about: string
  /** Whether it is open at first. */
  open?: boolean
  children: ReactNode
}

/** A section of which only the heading and a line are shown until it is opened. */
export function FoldedCard({ title, about, open = false, children }: Props) {
  return (
    <Paper component="section" withBorder aria-label={title}>
      <details className={css['folded']} open={open}>
        <summary>
          <Title>{title}</Title>
          <Text variant="secondary">{about}</Text>
        </summary>
        <div className={css['content']}>{children}</div>
      </details>
    </Paper>
  )
}
