import { ActionIcon, Group, Title } from '@mantine/core'
import type { ComponentProps } from 'react'
import css from './dialog.module.css'
import { Icon } from './Icon.tsx'
import { useWords } from './words.ts'

export function Dialog({ width, ...rest }: ComponentProps<'dialog'> & { width: string }) {
  return <dialog {...rest} className={css['dialog']} style={{ width: `min(${width}, calc(100vw - 2rem))` }} />
}

export function DialogHead({ id, close, children }: { id: string; close: () => void; children: string }) {
  const words = useWords()
  return (
    <Group justify="space-between" gap={0} wrap="nowrap">
      <Title order={2} size="h4" id={id}>
        {children}
      </Title>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.close} onClick={close}>
        <Icon name="cross" />
      </ActionIcon>
    </Group>
  )
}
