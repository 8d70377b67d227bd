import { type ImportField, type ImportKind, importFields, importKinds } from '#contract/imports/import-fields.ts'
import { memberHeadings, remarkHeadings, shiftHeadings, ticketHeadings } from './heading-words.ts'
import { lettersAndDigits, normalizedText } from './normalize.ts'
import { isWorkStatus, onlyStateIn, stateIn } from './words.ts'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const chineseDay = /^(?:周|星期|礼拜)([一二三四五六日天1-7])(?![\p{L}])/u
const englishDay = /^(mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?(?![a-z])/

/** A field and how well a heading fits it: 0 is best. */
interface Meaning {
  readonly field: ImportField
  readonly rank: number
}

const listed: Readonly<Record<ImportKind, Readonly<Partial<Record<ImportField, string>>>>> = {
  tickets: ticketHeadings,
  members: memberHeadings,
  roster: { shift: shiftHeadings },
  // The name of the field up to version 0.2 of the standard.
  ords: { event_date: 'date' },
}

const tables = new Map<ImportKind, ReadonlyMap<string, Meaning>>(
  importKinds.map((kind) => {
    const all = importFields[kind].flatMap((field: ImportField) => {
      // The names of fields in the interface are headings too.
      const words = [field, ...(listed[kind][field] ?? '').trim().split(/\s*[|\n]\s*/)].map(lettersAndDigits)
      return words.map((word, rank): [string, Meaning] => [word, { field, rank }])
    })
    return [kind, new Map(all.filter(([word]) => word !== '').toReversed())]
  }),
)

/** Longer texts are values or explanations. */
const longest = 60

function meaningOf(kind: ImportKind, heading: string): Meaning | undefined {
  if (heading.length > longest) return undefined
  const text = normalizedText(heading)
  // Forms number their questions and mark required ones: `3、您的手机号（必填）*`.
  const unpunctuated = text
    .replace(/^[*\s]*\d{1,2}\s*[.、:)]\s*/, '')
    .replace(/^(?:请(?:填写|输入|选择|留下|描述|说明)?)?(?:您|你)?的?/, '')
  const bare = unpunctuated.replaceAll(/[(【[{「<][^)】\]}」>]*[)】\]}」>]?/g, '')
  for (const form of [text, unpunctuated, bare]) {
    const meaning = tables.get(kind)?.get(lettersAndDigits(form)) ?? (kind === 'roster' ? dayOf(form) : undefined)
    if (meaning) return meaning
  }
  return undefined
}

/** The field of a ticket column by its heading alone. */
export const ticketFieldOf = (heading: string): ImportField | undefined => meaningOf('tickets', heading)?.field

function dayOf(heading: string): Meaning | undefined {
  const text = heading.trim().toLowerCase()
  const chinese = chineseDay.exec(text)?.[1] ?? (/^[一二三四五六日天]$/.test(text) ? text : '')
  const english = englishDay.exec(text)?.[1]?.slice(0, 3) ?? ''
  const field = chinese
    ? (days['一二三四五六日1234567'.indexOf(chinese) % 7] ?? 'sunday')
    : days.find((day) => english !== '' && day.startsWith(english))
  return field && { field, rank: 0 }
}

/**
 * The field of each column by its heading. If several mean the same field, the best one gets it, otherwise the first.
 */
export function recognizedFields(kind: ImportKind, headings: readonly string[]): (ImportField | '')[] {
  const meanings = headings.map((heading) => meaningOf(kind, heading))
  const best = new Map<ImportField, number>()
  for (const [i, meaning] of meanings.entries()) {
    const before = meaning && best.get(meaning.field)
    if (meaning && (before === undefined || meaning.rank < (meanings[before]?.rank ?? 0))) best.set(meaning.field, i)
  }
  const fields = meanings.map((meaning, i) => (meaning && best.get(meaning.field) === i ? meaning.field : ''))
  // The first heading of a weekly roster is often empty or a title.
  if (kind === 'roster' && !fields.includes('shift') && fields[0] === '' && isWeek(fields)) fields[0] = 'shift'
  return kind === 'tickets' ? withRemarks(fields, headings) : fields
}

const remarks = new Set(remarkHeadings.split('|').map(lettersAndDigits))

/** 备注 is the problem of a table without such a column. Beside one, it is an internal note. */
function withRemarks(fields: readonly (ImportField | '')[], headings: readonly string[]): (ImportField | '')[] {
  const at = headings.findIndex((heading, i) => fields[i] === '' && remarks.has(lettersAndDigits(heading)))
  const isFree = fields.includes('problem') && !fields.includes('remarks')
  return fields.map((field, i) => (isFree && i === at ? 'remarks' : field))
}

/**
 * A heading such as 处理结果 may mean outcomes or statuses. If a value is a status and no outcome, the column holds
 * statuses, unless another one does. So does a column with an unknown heading whose values are all statuses.
 */
export function fieldsByValues(
  fields: readonly (ImportField | '')[],
  rows: readonly (readonly string[])[],
): (ImportField | '')[] {
  if (fields.includes('state')) return [...fields]
  const outcome = fields.indexOf('outcome')
  const unknown = fields.findIndex((field, i) => field === '' && areStatuses(rows.flatMap((cells) => cells[i] || [])))
  const at = outcome !== -1 && rows.some((cells) => onlyStateIn(cells[outcome] ?? '')) ? outcome : unknown
  return fields.map((field, i) => (i === at ? 'state' : field))
}

/** A column of ticks or of a single word such as “new” may mean anything, so one value must be a status of work. */
const areStatuses = (values: readonly string[]) =>
  values.some(isWorkStatus) && values.every((value) => stateIn(value) !== undefined)

/**
 * Headings with which the table is read the same way again, also if columns were chosen by hand. Recognised headings
 * stay.
 */
export function headingsFor(
  kind: ImportKind,
  columns: readonly { readonly heading: string; readonly field: ImportField | '' }[],
  names: Readonly<Record<ImportField, string>>,
): string[] {
  const recognised = recognizedFields(
    kind,
    columns.map(({ heading }) => heading),
  )
  const headings = columns.map(({ heading, field }, i) =>
    field === recognised[i] ? heading : field === '' ? '' : names[field],
  )
  // A column that was left out by hand must not be recognised again.
  const again = recognizedFields(kind, headings)
  return headings.map((heading, i) => (columns[i]?.field === '' && again[i] !== '' ? '' : heading))
}

const isWeek = (fields: readonly string[]) => days.filter((day) => fields.includes(day)).length >= 2

/** A table of this kind needs one of these fields. */
const isOfKind: Readonly<Record<ImportKind, (fields: readonly string[], headings: readonly string[]) => boolean>> = {
  // Only names of the standard count, because other tables have a `date` too.
  ords: (_, headings) => ordsNames(headings) >= 2,
  roster: isWeek,
  tickets: (fields) =>
    ['device', 'problem', 'model', 'created', 'remedy', 'workers', 'outcome'].some((field) => fields.includes(field)),
  members: (fields) => fields.includes('name'),
}

const ordsNames = (headings: readonly string[]) =>
  headings.map((heading) => meaningOf('ords', heading)).filter((one) => one?.rank === 0 && one.field.includes('_'))
    .length

const count = (fields: readonly string[]) => fields.filter((field) => field !== '').length

/** The kind with the most recognised columns. */
export function recognizedKind(headings: readonly string[]): ImportKind | undefined {
  const found = (['ords', 'roster', 'tickets', 'members'] as const)
    .map((kind) => ({ kind, fields: recognizedFields(kind, headings) }))
    .filter(({ kind, fields }) => isOfKind[kind](fields, headings))
  return found.toSorted((a, b) => count(b.fields) - count(a.fields))[0]?.kind
}

/** The first row with two recognised headings. Titles may stand above it. */
export function headingRow(rows: readonly (readonly string[])[]): number {
  const at = rows.findIndex((cells) => importKinds.some((kind) => count(recognizedFields(kind, cells)) >= 2))
  return Math.max(at, 0)
}
