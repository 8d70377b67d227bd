import type { Settings } from '#contract/team/settings.ts'

type Timetable = Settings['timetable']

/** A row of the editor. `weekday` 0 is every day. A time field shows midnight as an end as `00:00`. */
export interface ShiftRow {
  readonly key: number
  readonly shift: number
  readonly from: string
  readonly until: string
  readonly weekday: number
}

export function rowsOf(timetable: Timetable): ShiftRow[] {
  return timetable.map(({ shift, from, until, weekday = 0 }, key) => ({
    key,
    shift,
    from,
    until: until === '24:00' ? '00:00' : until,
    weekday,
  }))
}

/** Keeps the order of the rows, because a refusal names the index. */
export function timetableOf(rows: readonly ShiftRow[]): Timetable {
  return rows.map(({ shift, from, until, weekday }) => ({
    shift,
    from,
    until: until === '00:00' ? '24:00' : until,
    ...(weekday === 0 ? {} : { weekday }),
  }))
}

/** The new shift begins where the last general one ends, and is as long. */
export function withShift(rows: readonly ShiftRow[]): ShiftRow[] {
  const last = rows.filter(({ weekday }) => weekday === 0).at(-1)
  const shift = Math.max(0, ...rows.map((row) => row.shift)) + 1
  const from = last?.until ?? '09:00'
  const length = last ? (minutes(last.until) - minutes(last.from) + day) % day || day : 120
  const until = Math.min(minutes(from) + length, day)
  return [...rows, { key: nextKey(rows), shift, from, until: clock(until), weekday: 0 }]
}

/** An exception for the first weekday without one. */
export function withException(rows: readonly ShiftRow[], index: number): ShiftRow[] {
  const row = rows[index]
  if (!row) return [...rows]
  const taken = new Set(rows.filter(({ shift }) => shift === row.shift).map(({ weekday }) => weekday))
  const weekday = [1, 2, 3, 4, 5, 6, 7].find((day) => !taken.has(day))
  if (weekday === undefined) return [...rows]
  return rows.toSpliced(index + 1, 0, { ...row, key: nextKey(rows), weekday })
}

export function withRow(rows: readonly ShiftRow[], index: number, change: Partial<ShiftRow>): ShiftRow[] {
  return rows.map((row, i) => (i === index ? { ...row, ...change } : row))
}

const day = 24 * 60
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const clock = (at: number) =>
  `${String(Math.floor((at % day) / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
const nextKey = (rows: readonly ShiftRow[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1
