import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '#web/components/toast-list.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday as weekdayName } from '#web/lib/time.ts'
import { type RosterSheet, weekdays, withDayCopied } from './sheet.ts'
import { useRosterWords } from './words.ts'

interface Props {
  weekday: number
  sheet: RosterSheet
  change: (sheet: RosterSheet) => void
}

export function CopyDay({ weekday, sheet, change }: Props) {
  const words = useRosterWords()
  const lang = useLang()
  const [open, setOpen] = useState(false)
  const [days, setDays] = useState<readonly number[]>([])
  const copy = () => {
    change(withDayCopied(sheet, weekday, days))
    showToast(words.copied(weekdayName(weekday, lang), days.map((day) => weekdayName(day, lang)).join(words.comma)))
    setDays([])
    setOpen(false)
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      width={240}
      trapFocus
      returnFocus
      // Keeps the popover open while the page scrolls to its last button.
      hideDetached={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          px={4}
          aria-label={words.copyDayOf(weekdayName(weekday, lang))}
          onClick={() => setOpen(!open)}
        >
          {words.copyDay}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text fw={600}>{words.copyDayOf(weekdayName(weekday, lang))}</Text>
          <Text variant="secondary">{words.copyReplaces}</Text>
          {weekdays
            .filter((day) => day !== weekday)
            .map((day) => (
              <Checkbox
                key={day}
                size="md"
                label={weekdayName(day, lang)}
                checked={days.includes(day)}
                onChange={() => setDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort())}
              />
            ))}
          <Button disabled={days.length === 0} onClick={copy}>
            {words.copyDay}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
