import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IconName } from '#client/icons.ts'
import css from './empty.module.css'
import { Icon } from './Icon.tsx'

interface Props {
  icon?: IconName
  /** Left out where the page's heading says it. */
  title?: string
  about?: string | undefined
  action?: ReactNode
  /** Without a border of its own, within a card. */
  inside?: boolean
}

export function EmptyState({ icon = 'inbox', title, about, action, inside = false }: Props) {
  return (
    <Paper withBorder={!inside} px="md" py={inside ? 'xs' : 40}>
      <Stack align="center" gap="md">
        <span className={css['icon']}>
          <Icon name={icon} size={28} />
        </span>
        <Stack gap={4} maw="26rem" ta="center" style={{ textWrap: 'balance' }}>
          {title && <Text fw={600}>{title}</Text>}
          {about && <Text {...(title && { variant: 'secondary' })}>{about}</Text>}
        </Stack>
        {action}
      </Stack>
    </Paper>
  )
}
