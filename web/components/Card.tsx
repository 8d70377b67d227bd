import { Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  about?: ReactNode
  id?: string
  /** The page has the same title, or the content needs none: the title is for screen readers only. */
  alone?: boolean
  children: ReactNode
}

/** A section with a heading. An address that ends with `#id` leads to it. */
export function Card({ title, about, id, alone = false, children }: Props) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title} {...(id && { id })}>
      <Stack>
        {alone && <VisuallyHidden component="h2">{title}</VisuallyHidden>}
        {(about || !alone) && (
          <Stack gap={4}>
            {!alone && <Title>{title}</Title>}
            {about && <Text variant="secondary">{about}</Text>}
          </Stack>
        )}
        {children}
      </Stack>
    </Paper>
  )
}
