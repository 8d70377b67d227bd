import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportField } from '#contract/imports/import-fields.ts'
import { contract } from '#contract/index.ts'
import { type Lang, langOf } from '#contract/languages.ts'
import { read } from '#contract/read.ts'
import { words } from '#contract/words/index.ts'
import { fileSource } from '#service/imports/source.ts'
import { checkTable, type ImportOptions, runTable } from '#service/journeys/imports.ts'
import { listImports, undoImport } from '#service/journeys/undo-import.ts'
import { systemActor } from '#service/shared/actor.ts'
import { writeDurably } from '#store/durable-files.ts'
import { openContext } from '../context.ts'
import { assertNewFile, CommandError, type CommandInput, UsageError } from './command.ts'

export async function runImportCommand(given: CommandInput): Promise<number> {
  const { words, flags, say } = given
  const [file] = words
  if (flags['list'] === true || flags['undo'] !== undefined) return await pastImports(given)
  if (file === undefined) throw new UsageError('"import" takes <file>, --list or --undo <number>.')
  const options = optionsOf(flags)
  const refused = flags['refused'] as string | undefined // by its option
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  if (refused !== undefined) assertNewFile(refused)
  await using open = await openContext(given.env)
  const { ctx } = open
  const lang = localeLang(given)
  const source = fileSource(resolve(file))
  const keep = async (left: string) => {
    if (refused === undefined || left === '') return
    await writeDurably(resolve(refused), left)
    say(`The rows that stay out are in ${refused}.`)
  }
  if (flags['yes'] !== true) {
    const view = await checkTable(ctx, source, options, lang, { keepLeft: refused !== undefined })
    show(say, view)
    await keep(view.left)
    say(nextStep(file, view))
    return view.good > 0 || view.known > 0 ? 0 : 1
  }
  const take = flags['good'] === true ? 'good' : 'all'
  const { added, known, refused: out, left } = await runTable(ctx, systemActor, source, { ...options, take }, lang)
  await keep(left)
  say(`${rows(added)} came in, ${known} ${one(known, 'was', 'were')} there already, ${out} stayed out.`)
  if (added > 0) say('The running service takes them up bit by bit: until then, lists and searches are slower.')
  return 0
}

async function pastImports(given: CommandInput): Promise<number> {
  const { words, flags, say } = given
  if (words.length > 0) throw new UsageError('"import" takes no file with --list or --undo.')
  await using open = await openContext(given.env)
  const { undo: number } = flags
  if (typeof number === 'string') {
    if (!/^[1-9]\d{0,14}$/.test(number))
      throw new UsageError('--undo takes the number of an import, as --list shows it.')
    const id = Number(number)
    const { removed, stay, kept } = await undoImport(open.ctx, systemActor, id)
    say(`Import ${id} is undone: ${removed} removed, ${stay} kept because people have worked with them since.`)
    for (const { id: which, name } of kept) say(`  ${which}  ${oneLine(name)}`)
    return 0
  }
  const { list } = await listImports(open.ctx)
  if (list.length === 0) say('Nothing was imported yet.')
  for (const { id, kind, added, createdTime, undoable, undoneTime } of list) {
    const state = undoneTime === '' ? (undoable ? 'can be undone' : '') : 'undone'
    say(`  ${id}  ${createdTime.slice(0, 16).replace('T', ' ')}  ${kind}  ${rows(added)}  ${state}`.trimEnd())
  }
  return 0
}

const one = (count: number, single: string, several: string) => (count === 1 ? single : several)
const rows = (count: number) => `${count} ${one(count, 'row', 'rows')}`

/** Reads the flags by the rules of the page. Columns are a list with commas, because quotes are awkward in a shell. */
function optionsOf(flags: CommandInput['flags']): ImportOptions {
  const { columns } = flags
  const fields =
    typeof columns === 'string' ? { columns: JSON.stringify(columns.split(',').map((one) => one.trim())) } : {}
  const { file: _, take: __, ...options } = read(contract.imports.run.input, { ...flags, ...fields, file: '' })
  return options
}

function localeLang({ env }: CommandInput): Lang {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return langOf(locale.replace(/[.@].*$/, '')) ?? 'en_US'
}

type View = Awaited<ReturnType<typeof checkTable>>

const shownRows = 5

function show(say: CommandInput['say'], view: View): void {
  const { fields, flaws, told } = words.en_US.imports
  const name = (field: ImportField | '') => (field === '' ? '' : fields[field])
  const sheet = view.sheet && `, sheet “${view.sheet}”`
  say(`Read as ${view.kind} (${view.format}${view.encoding && `, ${view.encoding}`}${sheet}).\n`)
  for (const { heading, field, samples } of view.columns)
    say(`  ${heading || '(no heading)'}  →  ${name(field) || 'left out'}${samples[0] ? `   (${samples[0]})` : ''}`)
  if (view.missing.length > 0) say(`\nNo column is: ${view.missing.map(name).join(', ')}. Say which by --columns.`)
  const { good, known, refused } = view
  say(
    `\n${rows(view.rows)}: ${good} ${one(good, 'comes', 'come')} in, ${known} ${one(known, 'is', 'are')} there already, ${refused} ${one(refused, 'stays', 'stay')} out.`,
  )
  if (view.kind === 'ords')
    say('What other providers have published helps the memory and the statistics; ords and /impact leave it to them.')
  for (const { row, values } of view.preview.slice(0, shownRows)) {
    const parts = Object.entries(values).map(([field, value]) => `${name(field as ImportField)}: ${oneLine(value)}`) // its keys
    say(`  row ${row}  ${parts.join(' · ')}`)
  }
  if (view.forgotten > 0)
    say(`\nOwner and phone of ${view.forgotten} stay out: they are older than the team keeps them.`)
  if (view.doubts.length > 0) say('\nNot as it should be:')
  for (const { row, others, field, value, flaw, refused } of view.doubts)
    say(
      `  row ${row}${others > 0 ? ` and ${others} more` : ''}  ${told(name(field), oneLine(value), flaws[flaw])}${refused || flaw === 'cut_off' || flaw === 'stray_characters' ? '' : ' (this cell alone is left out)'}`,
    )
}

const oneLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

function nextStep(file: string, { good, refused }: View): string {
  if (good === 0) return '\nNothing of it would come in.'
  const command = `npm run fettle -- import ${JSON.stringify(file)}`
  return refused === 0
    ? `\nNothing was changed. To bring it in, with the same options:\n  ${command} --yes`
    : `\nNothing was changed. Correct the file, or bring in the good rows alone, with the same options:\n  ${command} --good --refused left.csv --yes`
}
