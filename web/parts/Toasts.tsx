import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { useStore } from '#web/lib/store.ts'
import css from './shell.module.css'
import { drop, toasts } from './toast-list.ts'
import { useWords } from './words.ts'

export function Toasts() {
  const { close } = useWords()
  const shown = useStore(toasts)
  return (
    <output className={css['toasts']} aria-live="polite">
      {shown.map(({ id, text }) => (
        <Paper key={id} className={css['toast']} shadow="md" withBorder>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{text}</Text>
            <CloseButton size={44} iconSize={18} aria-label={close} onClick={() => drop(id)} />
          </Group>
        </Paper>
      ))}
    </output>
  )
}
