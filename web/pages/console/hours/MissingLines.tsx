import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '#web/components/Card.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import type { Days } from '#web/lib/days.ts'
import { overviewOf, useDayText } from './hooks.ts'
import css from './hours.module.css'
import type { LinePreset } from './WriteLine.tsx'
import { useConsoleHourWords } from './words.ts'

const most = 4

/**
 * Shifts of the roster without a line. There may be good reasons, so the page states them and offers to write the
 * line.
 */
export function MissingLines({ days, write }: { days: Days; write: (preset: LinePreset) => void }) {
  const words = useConsoleHourWords()
  const { shift: shiftName } = useHourWords()
  const dayText = useDayText()
  const [all, setAll] = useState(false)
  const missing = useQuery(overviewOf(days)).data?.missing ?? []
  if (missing.length === 0) return null
  return (
    <Card title={words.missing} about={words.missingAbout(missing.length)}>
      <ul className={css['missing']}>
        {missing.slice(0, all ? undefined : most).map(({ member, name, date, shift }) => {
          const who = name || words.erased(member)
          const day = dayText(date)
          return (
            <li key={`${member} ${date} ${shift}`}>
              <span>
                <strong>{who}</strong> <time dateTime={date}>{day}</time> · {shiftName(shift)}
              </span>
              <Button
                variant="subtle"
                aria-label={words.writeThis([who, day, shiftName(shift)].join(words.and))}
                onClick={() => write({ member: { id: member, name: who }, date, shift })}
              >
                {words.write}
              </Button>
            </li>
          )
        })}
      </ul>
      {!all && missing.length > most && (
        <div>
          <Button variant="default" onClick={() => setAll(true)}>
            {words.showAll(missing.length)}
          </Button>
        </div>
      )}
    </Card>
  )
}
