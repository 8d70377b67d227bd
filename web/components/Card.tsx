import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One concern on a page, with its own heading. `id`: what an address that leads to it ends with. */
export function Card({
  title,
  about,
  id,
  children,
}: {
  title: string
  about?: ReactNode
  id?: string
  children: ReactNode
}) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title} {...(id && { id })}>
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
