import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** In place of a list that has nothing in it yet: what would be here, and what to do about it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Text c="dimmed" ta="center">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
