import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './columns.module.css'

/** Two columns on a wide screen; on a phone `beside` comes below. */
export function Columns({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  return (
    <div className={css['columns']}>
      <Stack gap="lg" miw={0}>
        {children}
      </Stack>
      <Stack gap="lg" miw={0}>
        {beside}
      </Stack>
    </div>
  )
}
