import { Badge, Group, Stack, Text } from '@mantine/core'
import { type SpecialShift, shiftTimes } from '#client/week.ts'
import { useDates } from '#web/data/hooks.ts'
import { useShiftWords } from './words.ts'

/** Planned special duty: it is on no roster, and every member may come. */
export function SpecialDuty({ of }: { of: SpecialShift }) {
  const words = useShiftWords()
  const { dayName } = useDates()
  return (
    <Stack gap={0}>
      <Group gap="xs">
        <Text fw={600}>{dayName(of.date)}</Text>
        <Badge color="grape">{words.special}</Badge>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {shiftTimes(of)} · {of.place}
      </Text>
      <Text variant="secondary">{words.specialAbout}</Text>
    </Stack>
  )
}
