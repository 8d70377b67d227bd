import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportField } from '#contract/imports/import-fields.ts'
import type { Lang } from '#contract/languages.ts'
import type { checkTable as CheckTable, ImportOptions } from '#service/journeys/imports.ts'
import { systemActor } from '#service/shared/actor.ts'
import { assertNewFile, type Command, CommandError, type CommandInput, UsageError } from './command.ts'

export const importCommand: Command = {
  summary: 'Bring in what the team has in a spreadsheet: repairs, members, a roster (CSV or XLSX).',
  help: `It works beside the running service. Without --yes nothing is changed: it shows how the columns are read, what would come in, and
each doubtful row with its reason. A row that came in before does not come in again, so the same file twice is one import.
docs/import.md tells which headings and dates are understood.

  --yes               bring it in: all of it, or nothing if a row is not right
  --good              the good rows alone
  --refused <file>    write the rows that stay out into a new CSV file, each with its reason, to be corrected and brought again;
                      reasons are in the language of the shell (LANG), English or Chinese
  --kind <kind>       what it holds: tickets, members, roster or ords (the Open Repair Data Standard)
  --sheet <name>      which sheet of a workbook
  --columns <fields>  what each column is, from the left: created,device,,owner leaves out the third
  --dates <order>     day_first or month_first, for dates such as 03/04/2026
  --unstated <how>    what repairs are of which the table does not say how they stand: finished (as usual) or open
  --name <name>       what a roster is to be called
  --list              show the imports so far, and which of them can be undone
  --undo <number>     undo an import of the last 24 hours; what people have worked with since stays and is named`,
  takes: ['[file]'],
  options: {
    yes: { type: 'boolean' },
    good: { type: 'boolean' },
    refused: { type: 'string' },
    kind: { type: 'string' },
    sheet: { type: 'string' },
    columns: { type: 'string' },
    dates: { type: 'string' },
    unstated: { type: 'string' },
    name: { type: 'string' },
    list: { type: 'boolean' },
    undo: { type: 'string' },
  },
  async run(given) {
    const { words, flags, say } = given
    const [file] = words
    if (flags['list'] === true || flags['undo'] !== undefined) return await pastImports(given)
    if (file === undefined) throw new UsageError('"import" takes <file>, --list or --undo <number>.')
    const wish = await wishOf(flags)
    const refused = flags['refused'] as string | undefined // by its option
    if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
    if (refused !== undefined) assertNewFile(refused)
    const [{ fileSource }, { writeDurably }] = await Promise.all([
      import('#service/imports/source.ts'),
      import('#store/durable-files.ts'),
    ])
    await using open = await opened(given)
    const { ctx, checkTable, runTable } = open
    const lang = await langOf(given)
    const source = fileSource(resolve(file))
    const keep = async (left: string) => {
      if (refused === undefined || left === '') return
      await writeDurably(resolve(refused), left)
      say(`The rows that stay out are in ${refused}.`)
    }
    if (flags['yes'] !== true) {
      const view = await checkTable(ctx, source, wish, lang, { keepLeft: refused !== undefined })
      await show(say, view)
      await keep(view.left)
      say(howToGoOn(file, view))
      return view.good > 0 || view.known > 0 ? 0 : 1
    }
    const take = flags['good'] === true ? 'good' : 'all'
    const { added, known, refused: out, left } = await runTable(ctx, systemActor, source, { ...wish, take }, lang)
    await keep(left)
    say(`${rows(added)} came in, ${known} ${one(known, 'was', 'were')} there already, ${out} stayed out.`)
    if (added > 0) say('The running service takes them up bit by bit: until then, lists and searches are slower.')
    return 0
  },
}

async function pastImports(given: CommandInput): Promise<number> {
  const { words, flags, say } = given
  if (words.length > 0) throw new UsageError('"import" takes no file with --list or --undo.')
  await using open = await opened(given)
  const { undo: number } = flags
  if (typeof number === 'string') {
    if (!/^[1-9]\d{0,14}$/.test(number))
      throw new UsageError('--undo takes the number of an import, as --list shows it.')
    const id = Number(number)
    const { removed, stay, kept } = await open.undoImport(open.ctx, systemActor, id)
    say(`Import ${id} is undone: ${removed} removed, ${stay} kept because people have worked with them since.`)
    for (const { id: which, name } of kept) say(`  ${which}  ${oneLine(name)}`)
    return 0
  }
  const { list } = await open.listImports(open.ctx)
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
async function wishOf(flags: CommandInput['flags']): Promise<ImportOptions> {
  const [{ contract }, { read }] = await Promise.all([import('#contract/index.ts'), import('#contract/read.ts')])
  const { columns } = flags
  const fields =
    typeof columns === 'string' ? { columns: JSON.stringify(columns.split(',').map((one) => one.trim())) } : {}
  const { file: _, take: __, ...wish } = read(contract.imports.run.input, { ...flags, ...fields, file: '' })
  return wish
}

async function opened({ env }: CommandInput) {
  const [{ openContext }, { checkTable, runTable }, { listImports, undoImport }] = await Promise.all([
    import('../context.ts'),
    import('#service/journeys/imports.ts'),
    import('#service/journeys/undo-import.ts'),
  ])
  return { ...(await openContext(env)), checkTable, runTable, listImports, undoImport }
}

async function langOf({ env }: CommandInput): Promise<Lang> {
  const languages = await import('#contract/languages.ts')
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return languages.langOf(locale.replace(/[.@].*$/, '')) ?? 'en_US'
}

type View = Awaited<ReturnType<typeof CheckTable>>

const shownRows = 5

async function show(say: CommandInput['say'], view: View): Promise<void> {
  const { words } = await import('#contract/words/index.ts')
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

function howToGoOn(file: string, { good, refused }: View): string {
  if (good === 0) return '\nNothing of it would come in.'
  const command = `npm run fettle -- import ${JSON.stringify(file)}`
  return refused === 0
    ? `\nNothing was changed. To bring it in, with the same options:\n  ${command} --yes`
    : `\nNothing was changed. Correct the file, or bring in the good rows alone, with the same options:\n  ${command} --good --refused left.csv --yes`
}
