import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './empty.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** In place of a list that has nothing in it yet: what would be here, what this place is for, and what to do about it. */
export function EmptyState({
  icon = 'inbox',
  about,
  action,
  inside = false,
  children,
}: {
  icon?: IconName
  about?: string
  action?: ReactNode
  /** In a card, which has an edge already. */
  inside?: boolean
  children: string
}) {
  return (
    <Paper withBorder={!inside} px="md" py={inside ? 'xs' : 40}>
      <Stack align="center" gap="md">
        <span className={css['icon']}>
          <Icon name={icon} size={28} />
        </span>
        <Stack gap={4} className={css['words'] ?? ''}>
          <Text fw={600}>{children}</Text>
          {about && <Text variant="secondary">{about}</Text>}
        </Stack>
        {action}
      </Stack>
    </Paper>
  )
}
