import { Button, Group, Input, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldInfo } from '#web/components/action.ts'
import { useCalendarWords } from './calendar-words.ts'

interface Props {
  title: string
  of: FieldInfo
  at: string
  remove: () => void
  children: ReactNode
}

export function RemovableRow({ title, of, at, remove, children }: Props) {
  const words = useCalendarWords()
  const refused = of.errorOf(at)
  return (
    <Paper withBorder p="sm" role="group" aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{title}</Text>
          <Button variant="subtle" color="red" onClick={remove}>
            {words.remove}
          </Button>
        </Group>
        <Group align="flex-start" gap="sm" grow preventGrowOverflow={false} wrap="wrap">
          {children}
        </Group>
        {refused && <Input.Error role="alert">{refused}</Input.Error>}
      </Stack>
    </Paper>
  )
}
