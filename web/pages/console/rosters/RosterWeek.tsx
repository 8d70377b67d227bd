import { VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { RosterSlot } from '#rules/duty/rosters.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday as weekdayName } from '#web/lib/time.ts'
import { CopyDay } from './CopyDay.tsx'
import { EditorPopover } from './EditorPopover.tsx'
import { SlotEditor } from './SlotEditor.tsx'
import { type SheetEditing, slotHours, slotOf, slotWarnings, weekdays } from './sheet.ts'
import css from './week.module.css'
import { useRosterWords } from './words.ts'

const steps: Readonly<Record<string, readonly [days: number, shifts: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function slotElementOf(weekday: number, shift: number): HTMLElement | null {
  return document.querySelector(`[data-slot="${weekday}/${shift}"]`)
}

export function RosterWeekEditor({ shifts, ...editing }: SheetEditing & { shifts: readonly number[] }) {
  const lang = useLang()
  const move = (event: KeyboardEvent, weekday: number, at: number) => {
    const [days, down] = steps[event.key] ?? [0, 0]
    const next = slotElementOf(weekday + days, shifts[at + down] ?? 0)
    if (!next || (days === 0 && down === 0)) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div className={css['week']} style={{ '--rows': shifts.length + 1 } as React.CSSProperties}>
      {weekdays.map((weekday) => (
        <section key={weekday} className={css['day']} aria-label={weekdayName(weekday, lang)}>
          <div className={css['head']}>
            <h3>{weekdayName(weekday, lang)}</h3>
            {editing.sheet.some((slot) => slot.weekday === weekday) && <CopyDay weekday={weekday} {...editing} />}
          </div>
          {shifts.map((shift, at) => (
            <SlotCell
              key={shift}
              weekday={weekday}
              shift={shift}
              {...editing}
              onKeyDown={(event) => move(event, weekday, at)}
            />
          ))}
        </section>
      ))}
    </div>
  )
}

interface SlotCellProps extends SheetEditing {
  weekday: number
  shift: number
  onKeyDown: (event: KeyboardEvent) => void
}

function SlotCell({ weekday, shift, onKeyDown, ...editing }: SlotCellProps) {
  const { sheet, known } = editing
  const words = useRosterWords()
  const lang = useLang()
  const slot = slotOf(sheet, weekday, shift)
  const hours = slotHours(known.timetable, weekday, shift)
  const warnings = slot ? slotWarnings(slot, known.minimum, hours, new Set(known.members)) : []
  const title = `${weekdayName(weekday, lang)} · ${words.shift(shift)}`
  return (
    <EditorPopover
      width={300}
      position="bottom-start"
      target={(toggle) => (
        <button
          type="button"
          data-slot={`${weekday}/${shift}`}
          className={css['cell']}
          data-free={!slot}
          data-warned={warnings.length > 0}
          onClick={toggle}
          onKeyDown={onKeyDown}
        >
          <span className={css['when']}>
            <span>
              <VisuallyHidden>{weekdayName(weekday, lang)} </VisuallyHidden>
              {words.shift(shift)}
            </span>
            <span>{hours}</span>
          </span>
          <WorkerNames slot={slot} />
          {warnings.length > 0 && (
            <span className={css['warning']}>{warnings.map((warning) => words.warning[warning]).join(' · ')}</span>
          )}
        </button>
      )}
    >
      {(close) => (
        <SlotEditor
          title={hours ? `${title} · ${hours}` : title}
          slot={slot}
          fresh={{ weekday, shift, workers: [], leader: '' }}
          {...editing}
          close={close}
        />
      )}
    </EditorPopover>
  )
}

function WorkerNames({ slot }: { slot: RosterSlot | undefined }) {
  const words = useRosterWords()
  if (!slot) return <span className={css['when']}>{words.free}</span>
  return (
    <span className={css['names']}>
      {slot.workers.map((name) => (
        <span key={name} data-leader={name === slot.leader}>
          {name}
          {name === slot.leader && ` · ${words.leads}`}
        </span>
      ))}
    </span>
  )
}
