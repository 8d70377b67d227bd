import type { CSSProperties } from 'react'
import { Printed } from '#web/components/print/Printed.tsx'
import { useWords } from '#web/components/words.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday as weekdayName } from '#web/lib/time.ts'
import css from './printed-week.module.css'
import { printedLinesOf, type RosterContext, type RosterSheet, slotHours, slotOf, weekdays } from './sheet.ts'
import { useRosterWords } from './words.ts'

interface Props {
  name: string
  sheet: RosterSheet
  shifts: readonly number[]
  known: RosterContext
}

export function PrintedWeek({ name, sheet, shifts, known }: Props) {
  const { appName } = useWords()
  const words = useRosterWords()
  const lang = useLang()
  const team = useTeam()
  return (
    <Printed page="size: A4 landscape; margin: 10mm">
      <div className={css['paper']} style={{ '--lines': printedLinesOf(sheet, shifts) } as CSSProperties}>
        <h2>
          {team.data?.name || appName} · {name || words.add}
        </h2>
        <table>
          <thead>
            <tr>
              <th />
              {weekdays.map((weekday) => (
                <th key={weekday}>{weekdayName(weekday, lang)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shifts.map((shift) => (
              <tr key={shift}>
                <th>{words.shift(shift)}</th>
                {weekdays.map((weekday) => {
                  const slot = slotOf(sheet, weekday, shift)
                  return (
                    <td key={weekday}>
                      {slot && <small>{slotHours(known.timetable, weekday, shift)}</small>}
                      {slot?.workers.map((worker) => (
                        <div key={worker} data-leader={worker === slot.leader}>
                          {worker}
                          {worker === slot.leader && ` · ${words.leads}`}
                        </div>
                      ))}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Printed>
  )
}
