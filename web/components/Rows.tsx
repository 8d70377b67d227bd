import { Paper } from '@mantine/core'
import { Children, type ReactNode } from 'react'
import css from './rows.module.css'

export function Rows({ children }: { children: ReactNode }) {
  return (
    <Paper component="ul" withBorder className={css['rows'] ?? ''}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </Paper>
  )
}
