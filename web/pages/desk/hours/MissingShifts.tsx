import { Text } from '@mantine/core'
import { Card } from '#web/components/Card.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { useClock } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { date } from '#web/lib/time.ts'
import { DividedList } from '#web/pages/desk/DividedList.tsx'
import type { MyHoursAnswer } from './MyMonth.tsx'
import { useMyHoursWords } from './words.ts'

/** Rostered shifts without a line. There may be good reasons, so they are only listed. */
export function MissingShifts({ list }: { list: MyHoursAnswer['missing'] }) {
  const words = useMyHoursWords()
  const { shift: shiftName } = useHourWords()
  const lang = useLang()
  const clock = useClock()
  return (
    <Card title={words.missing} about={words.missingAbout}>
      <DividedList>
        {list.map(({ date: day, shift }) => (
          <li key={`${day} ${shift}`}>
            <Text>{`${clock && date(day, lang, clock)} · ${shiftName(shift)}`}</Text>
          </li>
        ))}
      </DividedList>
    </Card>
  )
}
