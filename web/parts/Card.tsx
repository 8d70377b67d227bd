import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One concern on a page, with its own heading. */
export function Card({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Stack>
        <Stack gap={4}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {about && <Text variant="secondary">{about}</Text>}
        </Stack>
        {children}
      </Stack>
    </Paper>
  )
}
