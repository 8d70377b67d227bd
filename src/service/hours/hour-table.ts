import type { HourColumn, HourKind, LeavingWay, RosterStanding } from '#contract/hours/hour-fields.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import type { HourRemark } from '#contract/words/words.ts'
import { localMinute, minutesOfDate } from '#kit/time.ts'
import type { XlsxCell } from '#kit/xlsx.ts'
import type { SchoolPerson } from '#store/hours/hours.ts'

export interface HourTableLine {
  readonly memberId: number
  readonly kind: HourKind
  readonly date: string
  readonly arrival: number | null
  readonly leaving: number | null
  readonly left: LeavingWay | ''
  readonly standing: RosterStanding | ''
  readonly written: boolean
  readonly minutes: number
  readonly counts: number
}

export interface HourTableOptions {
  readonly columns: readonly HourColumn[]
  readonly by: 'person' | 'day'
  readonly range: string
  readonly zone: string
  readonly lang: Lang
}

interface Entry {
  readonly member: SchoolPerson
  /** The start of the day, in minutes on the wall clock. */
  readonly day: number
  arrival: number
  leaving: number
  minutes: number
  counts: number
  readonly remarks: Map<HourRemark, number>
}

const never = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }

/** The headings, and a row for each person or each day of a person, by name and date. */
export function hourTable(
  lines: readonly HourTableLine[],
  members: readonly SchoolPerson[],
  input: HourTableOptions,
): XlsxCell[][] {
  const { columns } = words[input.lang].hourTable
  const headings = input.columns.map(({ heading, source }) => heading || columns[source])
  const rows = entriesOf(lines, members, input.by).map((entry, i) =>
    input.columns.map((column) => cellOf(column, entry, i + 1, input)),
  )
  return [headings, ...rows]
}

function entriesOf(
  lines: readonly HourTableLine[],
  members: readonly SchoolPerson[],
  by: HourTableOptions['by'],
): Entry[] {
  const linesOf = Map.groupBy(lines, ({ memberId }) => memberId)
  const begins = new Map<string, number>()
  const beginOf = (date: string) => begins.getOrInsertComputed(date, minutesOfDate)
  return members.toSorted(byName).flatMap((member) => {
    const own = linesOf.get(member.id) ?? []
    if (by === 'person') return own.length === 0 ? [] : entryOf(member, 0, own)
    const days = Map.groupBy(own, ({ date }) => date)
    return [...days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, some]) => entryOf(member, beginOf(date), some))
  })
}

function byName(a: SchoolPerson, b: SchoolPerson): number {
  if (a.name === b.name) return a.id - b.id
  return a.name !== '' && (b.name === '' || a.name < b.name) ? -1 : 1
}

function entryOf(member: SchoolPerson, day: number, lines: readonly HourTableLine[]): Entry {
  const entry: Entry = {
    member,
    day,
    arrival: never.first,
    leaving: never.last,
    minutes: 0,
    counts: 0,
    remarks: new Map(),
  }
  for (const line of lines) {
    entry.arrival = Math.min(entry.arrival, line.arrival ?? never.first)
    entry.leaving = Math.max(entry.leaving, line.leaving ?? never.last)
    entry.minutes += line.minutes
    entry.counts += line.counts
    for (const remark of remarksOf(line)) entry.remarks.set(remark, (entry.remarks.get(remark) ?? 0) + 1)
  }
  return entry
}

function remarksOf({ kind, left, standing, written }: HourTableLine): HourRemark[] {
  const remarks: HourRemark[] = []
  if (left === 'forgotten') remarks.push('forgotten')
  if (standing !== '' && standing !== 'rostered') remarks.push(standing)
  if (kind === 'work' || kind === 'ticket') remarks.push(kind)
  if (kind === 'correction') remarks.push('corrected')
  else if (written) remarks.push('written')
  return remarks
}

function cellOf({ source, text = '' }: HourColumn, entry: Entry, row: number, input: HourTableOptions): XlsxCell {
  switch (source) {
    case 'number':
      return { value: row, format: 'whole' }
    case 'name':
      return entry.member.name || `#${entry.member.id}`
    case 'class':
    case 'college':
    case 'stuid':
      return entry.member[source]
    case 'date':
      return input.by === 'person' ? input.range : { value: entry.day, format: 'date' }
    case 'arrival':
    case 'leaving':
      return input.by === 'person' ? '' : timeCell(entry[source], entry.day, input.zone)
    case 'hours':
      return { value: entry.minutes / 60, format: 'hours' }
    case 'rounded':
      return { value: entry.counts / 60, format: 'hours' }
    case 'remark':
      return remarkText(entry.remarks, input.lang)
    case 'constant':
      return text
  }
}

/** The time, with its date if that differs from the date of the row. */
function timeCell(at: number, day: number, zone: string): XlsxCell {
  if (!Number.isFinite(at)) return ''
  const value = localMinute(at, zone)
  const since = value - day
  return { value, format: since >= 0 && since < 1440 ? 'time' : 'moment' }
}

/** `substitute ×2, corrected` */
function remarkText(remarks: ReadonlyMap<HourRemark, number>, lang: Lang): string {
  if (remarks.size === 0) return ''
  const {
    hourTable: { remarks: names },
    table: { list },
  } = words[lang]
  return [...remarks].map(([remark, times]) => (times === 1 ? names[remark] : `${names[remark]} ×${times}`)).join(list)
}
