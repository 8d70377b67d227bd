import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CheckField } from '#web/components/CheckField.tsx'
import { showToast } from '#web/components/toast-list.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday as weekdayName } from '#web/lib/time.ts'
import { EditorPopover } from './EditorPopover.tsx'
import { type SheetEditing, weekdays, withDayCopied } from './sheet.ts'
import { useRosterWords } from './words.ts'

export function CopyDay({ weekday, sheet, change }: Omit<SheetEditing, 'known'> & { weekday: number }) {
  const words = useRosterWords()
  const lang = useLang()
  const [days, setDays] = useState<readonly number[]>([])
  const title = words.copyDayOf(weekdayName(weekday, lang))
  const copy = () => {
    change(withDayCopied(sheet, weekday, days))
    showToast(words.copied(weekdayName(weekday, lang), days.map((day) => weekdayName(day, lang)).join(words.comma)))
    setDays([])
  }
  return (
    <EditorPopover
      width={240}
      target={(toggle) => (
        <Button variant="subtle" px={4} aria-label={title} onClick={toggle}>
          {words.copyDay}
        </Button>
      )}
    >
      {(close) => (
        <Stack gap="xs">
          <Text fw={600}>{title}</Text>
          <Text variant="secondary">{words.copyReplaces}</Text>
          {weekdays
            .filter((day) => day !== weekday)
            .map((day) => (
              <CheckField
                key={day}
                label={weekdayName(day, lang)}
                checked={days.includes(day)}
                onChange={() => setDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort())}
              />
            ))}
          <Button
            disabled={days.length === 0}
            onClick={() => {
              copy()
              close()
            }}
          >
            {words.copyDay}
          </Button>
        </Stack>
      )}
    </EditorPopover>
  )
}
