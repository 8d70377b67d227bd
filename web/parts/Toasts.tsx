import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import css from './shell.module.css'
import { toasts } from './toast-list.ts'
import { useWords } from './words.ts'

export function Toasts() {
  const { close } = useWords()
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown)
  return (
    <output className={css['toasts']} aria-live="polite">
      {shown.map(({ id, text }) => (
        <Paper key={id} className={css['toast']} shadow="md" withBorder>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{text}</Text>
            <CloseButton size={44} iconSize={18} aria-label={close} onClick={() => toasts.drop(id)} />
          </Group>
        </Paper>
      ))}
    </output>
  )
}
