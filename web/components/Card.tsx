import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  about?: ReactNode
  id?: string
  children: ReactNode
}

/** A section with a heading. An address that ends with `#id` leads to it. */
export function Card({ title, about, id, children }: Props) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title} {...(id && { id })}>
      <Stack>
        <Stack gap={4}>
          <Title>{title}</Title>
          {about && <Text variant="secondary">{about}</Text>}
        </Stack>
        {children}
      </Stack>
    </Paper>
  )
}
