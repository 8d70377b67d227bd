import type { ImportField } from '#contract/imports/import-fields.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import type { checkTable } from '#service/journeys/imports.ts'
import type { CommandInput } from './command.ts'
import { type ImportCommandWords, importCommandWords } from './import-words.ts'

type View = Awaited<ReturnType<typeof checkTable>>
type Say = CommandInput['say']

const shownRows = 5
const shownValues = 30

export function showPreview(say: Say, view: View, lang: Lang): void {
  const { fields } = words[lang].imports
  const text = importCommandWords[lang]
  const name = (field: ImportField | '') => (field === '' ? '' : fields[field])
  const format = [view.format, view.encoding, view.sheet && text.sheet(view.sheet)].filter(Boolean)
  say(text.readAs(text.kinds[view.kind], format.join(words[lang].table.list)))
  for (const { heading, field, samples } of view.columns)
    say(`  ${heading || text.noHeading}  →  ${name(field) || text.leftOut}${samples[0] ? `   (${samples[0]})` : ''}`)
  if (view.missing.length > 0) say(text.missing(view.missing.map(name).join(words[lang].table.list)))
  showValues(say, view, lang)
  const { good, known, repeated, refused, doubled, doubles, same, kind } = view
  say(text.counts(view.rows, good, known, repeated, refused))
  if (kind === 'ords') say(text.ords)
  for (const { row, values } of view.preview.slice(0, shownRows)) {
    const parts = Object.entries(values).map(([field, value]) => `${name(field as ImportField)}: ${oneLine(value)}`) // its keys
    say(`  ${text.row(row, 0)}  ${parts.join(' · ')}`)
  }
  if (view.forgotten > 0) say(text.forgotten(view.forgotten))
  if (doubled > 0) {
    say(text.doubles(doubled, repeated))
    for (const { row, of } of doubles.slice(0, shownValues)) say(text.double(row, of))
    if (same > 0) say(text.doublesBy)
  }
  showDoubts(say, view, lang)
}

function showValues(say: Say, { values }: View, lang: Lang): void {
  const text = importCommandWords[lang]
  for (const { field, choices, list } of values) {
    say(text.values(words[lang].imports.fields[field]))
    for (const { value, count, code, asked } of list.slice(0, shownValues)) {
      const name = choices.find((choice) => choice.code === code)?.name ?? code
      const empty = field === 'state' ? text.byOthers : text.leftOut
      say(text.value(oneLine(value) || text.empty, asked ? text.asked : name || empty, count))
    }
  }
  const [first] = values
  const [value] = first?.list ?? []
  if (first && value) say(text.chooseBy(`${first.field}:${value.value}=${first.choices[0]?.code ?? ''}`))
}

/** With these problems the rest of the cell is still imported. */
const parts: ReadonlySet<string> = new Set(['cut_off', 'stray_characters'])

function showDoubts(say: Say, { doubts }: View, lang: Lang): void {
  const { fields, flaws, told } = words[lang].imports
  const text = importCommandWords[lang]
  if (doubts.length > 0) say(text.problems)
  for (const { row, others, field, value, flaw, refused } of doubts) {
    const reason = told(field === '' ? '' : fields[field], oneLine(value), flaws[flaw])
    say(`  ${text.row(row, others)}  ${reason}${refused || parts.has(flaw) ? '' : text.cellAlone}`)
  }
}

export function showNextStep(say: Say, file: string, { good, refused }: View, text: ImportCommandWords): void {
  const command = `npm run fettle -- import ${JSON.stringify(file)}`
  if (good === 0) {
    say(text.nothing)
    return
  }
  say(refused === 0 ? text.unchanged : text.unchangedGood)
  say(refused === 0 ? `  ${command} --yes` : `  ${command} --good --refused left.csv --yes`)
}

export const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
