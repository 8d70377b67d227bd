import type { ImportField } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { RosterSlot } from '../duty/rosters.ts'
import { cellText, type RowCells, RowReader } from './row.ts'
import type { RowResult } from './tickets.ts'
import { namesInCell } from './words.ts'

export const weekdayFields = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Reads one shift of a week. */
export function readRosterRow(
  cells: RowCells,
  { timetable, isMember }: { readonly timetable: Settings['timetable']; readonly isMember: (name: string) => boolean },
): RowResult<readonly RosterSlot[]> {
  const row = new RowReader(cells)
  const text = cellText(row.cell('shift'))
  if (text === '') row.refuse('shift', 'missing')
  const shift = row.meaning('shift', 'unknown_shift', (said) => shiftIn(said, timetable), { refused: true })
  const slots = weekdayFields.flatMap((field, i): RosterSlot[] => {
    const workers = peopleIn(row, field, isMember)
    const isEmpty = workers.length === 0 && namesInCell(cellText(row.cell(field))).length === 0
    return isEmpty || shift === undefined ? [] : [{ weekday: i + 1, shift, workers, leader: '' }]
  })
  return { ...(row.refused ? {} : { value: slots }), doubts: row.doubts, identity: [] }
}

/** An unknown name is left out and reported. The others of the shift stay. */
function peopleIn(row: RowReader, field: ImportField, isMember: (name: string) => boolean): string[] {
  const whole = cellText(row.cell(field))
  const names = isMember(whole) ? [whole] : namesInCell(whole)
  for (const name of names) if (!isMember(name)) row.doubt(field, 'unknown_member', false, name)
  if (names.length > limits.workers) row.refuse(field, 'too_many_cells')
  return [...new Set(names.filter(isMember))]
}

const chinese = '一二三四五六七八九十'
const partsOfDay: readonly (readonly [RegExp, number, number])[] = [
  [/上午|早|morning|a\.?m\.?$/i, 0, 12],
  [/中午|noon/i, 11, 14],
  [/下午|afternoon|p\.?m\.?$/i, 12, 18],
  [/晚|evening|night/i, 17, 24],
]

/** The shift with this number or these hours, or the only one that begins in this part of the day. */
export function shiftIn(text: string, timetable: Settings['timetable']): number | undefined {
  const plain = text.normalize('NFKC').trim()
  const hours = /(\d{1,2})[:.时](\d{2})?\s*分?\s*(?:[-–—~～至到]|to)\s*(\d{1,2})[:.时](\d{2})?/i.exec(plain)
  if (hours) {
    const [from, until] = [timeOf(hours[1], hours[2]), timeOf(hours[3], hours[4])]
    return timetable.find((shift) => shift.from === from && shift.until === until)?.shift
  }
  const number = /^(?:第|shift|班次|no\.?)?\s*(\d{1,2}|[一二三四五六七八九十])\s*(?:班|班次|节|个班)?$/i.exec(
    plain,
  )?.[1]
  if (number !== undefined) {
    const shift = chinese.includes(number) ? chinese.indexOf(number) + 1 : Number(number)
    return shift >= 1 && shift <= limits.shift ? shift : undefined
  }
  const part = partsOfDay.find(([words]) => words.test(plain))
  if (!part) return undefined
  const [, from, until] = part
  const begins = ({ from: start }: { from: string }) =>
    Number(start.slice(0, 2)) >= from && Number(start.slice(0, 2)) < until
  const shifts = new Set(timetable.filter(begins).map(({ shift }) => shift))
  return shifts.size === 1 ? [...shifts][0] : undefined
}

const timeOf = (hours = '', minutes = '00') => `${hours.padStart(2, '0')}:${minutes}`

/** Merges rows for the same shift. */
export function mergedSlots(rows: readonly (readonly RosterSlot[])[]): RosterSlot[] {
  const found = new Map<string, RosterSlot>()
  for (const slot of rows.flat()) {
    const key = `${slot.weekday}/${slot.shift}`
    const workers = [...new Set([...(found.get(key)?.workers ?? []), ...slot.workers])]
    found.set(key, { ...slot, workers })
  }
  return [...found.values()].sort((a, b) => a.weekday - b.weekday || a.shift - b.shift)
}
