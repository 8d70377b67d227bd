import { Badge } from '@mantine/core'
import { chipOf } from '#client/chip.ts'
import type { ListedState } from '#client/progress.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { Icon } from './Icon.tsx'
import { useTicketWords } from './ticket-words.ts'

export function StatusBadge({ of }: { of: ListedState }) {
  const words = useTicketWords()
  const name = useCodeNames()
  const { icon, colour, text } = chipOf(of, words, (status) => name('status', status) || '\u00a0')
  return (
    <Badge flex="none" color={colour} leftSection={<Icon name={icon} size={14} />}>
      {text}
    </Badge>
  )
}
