import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
import { useLang } from '#web/lib/language.ts'
import { weekday } from '#web/lib/time.ts'
import { slotElementOf } from './RosterWeek.tsx'
import { type RosterContext, type RosterSheet, shiftCountsOf, slotHours, slotWarnings } from './sheet.ts'
import { useRosterWords } from './words.ts'

export function Coverage({ sheet, known }: { sheet: RosterSheet; known: RosterContext }) {
  const words = useRosterWords()
  const lang = useLang()
  const members = new Set(known.members)
  const warned = sheet
    .map((slot) => {
      const hours = slotHours(known.timetable, slot.weekday, slot.shift)
      return { slot, warnings: slotWarnings(slot, known.minimum, hours, members) }
    })
    .filter(({ warnings }) => warnings.length > 0)
  if (sheet.length === 0) return null
  return (
    <>
      {warned.length === 0 ? (
        <Text role="status">{words.covered}</Text>
      ) : (
        <Card title={words.warnings} about={known.minimum > 1 ? words.tooFew(known.minimum) : undefined}>
          <Stack gap={0} align="flex-start" role="status">
            {warned.map(({ slot, warnings }) => (
              <Button
                key={`${slot.weekday}/${slot.shift}`}
                variant="subtle"
                color="gray"
                px="xs"
                onClick={() => slotElementOf(slot.weekday, slot.shift)?.focus()}
                fw={400}
                styles={{ label: { textAlign: 'start' } }}
              >
                <Text span fw={600} me="xs">
                  {weekday(slot.weekday, lang)} · {words.shift(slot.shift)}
                </Text>
                {warnings.map((warning) => words.warning[warning]).join(' · ')}
              </Button>
            ))}
          </Stack>
        </Card>
      )}
      <Card title={words.load}>
        <Group gap="xs">
          {shiftCountsOf(sheet, known.members).map(({ name, shifts }) => (
            <Badge key={name} variant={shifts === 0 ? 'outline' : 'light'} color={shifts === 0 ? 'gray' : 'teal'}>
              {name} · {words.times(shifts)}
            </Badge>
          ))}
        </Group>
      </Card>
    </>
  )
}
