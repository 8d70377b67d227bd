import { Button, Popover, Stack, Switch, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { RosterSlot } from '#rules/duty/rosters.ts'
import { CheckField } from '#web/components/CheckField.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { showToast } from '#web/components/toast-list.ts'
import { useLang } from '#web/lib/language.ts'
import { weekday as weekdayName } from '#web/lib/time.ts'
import {
  type SheetEditing,
  slotHours,
  slotOf,
  slotWarnings,
  weekdays,
  withDayCopied,
  withoutSlot,
  withSlot,
  withWorker,
} from './sheet.ts'
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
  // The names say it.
  const shownWarnings = warnings.filter((warning) => warning !== 'nobody')
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
          {shownWarnings.length > 0 && (
            <span className={css['warning']}>{shownWarnings.map((warning) => words.warning[warning]).join(' · ')}</span>
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
      {slot.workers.length === 0 && <span className={css['warning']}>{words.noOne}</span>}
      {slot.workers.map((name) => (
        <span key={name} data-leader={name === slot.leader}>
          {name}
          {name === slot.leader && ` · ${words.leads}`}
        </span>
      ))}
    </span>
  )
}

function CopyDay({ weekday, sheet, change }: Omit<SheetEditing, 'known'> & { weekday: number }) {
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

interface EditorPopoverProps {
  width: number
  position?: 'bottom' | 'bottom-start'
  /** The button that opens it. */
  target: (toggle: () => void) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A popover with a form. It stays open while the page scrolls to its last button. */
function EditorPopover({ target, children, ...popover }: EditorPopoverProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      {...popover}
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      hideDetached={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{target(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown mah="calc(100dvh - 1rem)" style={{ overflowY: 'auto' }}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

const many = 10

interface SlotEditorProps extends SheetEditing {
  title: string
  slot: RosterSlot | undefined
  fresh: RosterSlot
  close: () => void
}

/** Edits one slot. Changes count at once; the roster is saved as a whole. */
function SlotEditor({ title, slot, fresh, sheet, change, known, close }: SlotEditorProps) {
  const words = useRosterWords()
  const [find, setFind] = useState('')
  const workers = slot?.workers ?? []
  const strangers = workers.filter((name) => !known.members.includes(name))
  const names = [...strangers, ...known.members.toSorted((a, b) => a.localeCompare(b))]
  const shown = names.filter((name) => name.toLowerCase().includes(find.trim().toLowerCase()))
  return (
    <Stack gap="xs">
      <Text fw={600}>{title}</Text>
      <Switch
        size="md"
        label={words.takesPlace}
        checked={slot !== undefined}
        onChange={() => change(slot ? withoutSlot(sheet, slot.weekday, slot.shift) : withSlot(sheet, fresh))}
      />
      {names.length > many && (
        <TextInput
          aria-label={words.find}
          placeholder={words.find}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      <fieldset className={css['people']} aria-label={words.people}>
        {shown.map((name) => (
          <CheckField
            key={name}
            label={strangers.includes(name) ? `${name} (${words.unknown})` : name}
            checked={workers.includes(name)}
            onChange={(checked) => change(withSlot(sheet, withWorker(slot ?? fresh, name, checked)))}
          />
        ))}
      </fieldset>
      {slot && workers.length > 0 && (
        <SelectField
          label={words.leader}
          value={slot.leader}
          data={[{ value: '', label: words.noLeader }, ...workers.map((name) => ({ value: name, label: name }))]}
          onChange={(value) => change(withSlot(sheet, { ...slot, leader: value }))}
        />
      )}
      <Button variant="default" onClick={close}>
        {words.close}
      </Button>
    </Stack>
  )
}
