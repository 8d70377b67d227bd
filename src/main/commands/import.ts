import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { contract } from '#contract/index.ts'
import { type Lang, langOf } from '#contract/languages.ts'
import { read } from '#contract/read.ts'
import { fileSource } from '#service/imports/source.ts'
import { checkTable, type ImportOptions, runTable } from '#service/journeys/imports.ts'
import { listImports, undoImport } from '#service/journeys/undo-import.ts'
import { systemActor } from '#service/shared/actor.ts'
import { writeDurably } from '#store/durable-files.ts'
import { openContext } from '../open-context.ts'
import { assertNewFile, CommandError, type CommandInput, UsageError } from './command.ts'
import { oneLine, showNextStep, showPreview } from './import-preview.ts'
import { importCommandWords } from './import-words.ts'

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
  const text = importCommandWords[lang]
  const source = fileSource(resolve(file))
  const keep = async (left: string) => {
    if (refused === undefined || left === '') return
    await writeDurably(resolve(refused), left)
    say(text.kept(refused))
  }
  if (flags['yes'] !== true) {
    const view = await checkTable(ctx, source, options, lang, { keepLeft: refused !== undefined })
    showPreview(say, view, lang)
    await keep(view.left)
    showNextStep(say, file, view, text)
    return view.good > 0 || view.known > 0 ? 0 : 1
  }
  const take = flags['good'] === true ? 'good' : 'all'
  const done = await runTable(ctx, systemActor, source, { ...options, take }, lang)
  await keep(done.left)
  say(text.done(done.added, done.known, done.repeated, done.refused))
  if (done.added > 0) say(`${text.undoBy}\n${text.indexing}`)
  return 0
}

async function pastImports(given: CommandInput): Promise<number> {
  const { words, flags, say } = given
  if (words.length > 0) throw new UsageError('"import" takes no file with --list or --undo.')
  await using open = await openContext(given.env)
  const text = importCommandWords[localeLang(given)]
  const { undo: number } = flags
  if (typeof number === 'string') {
    if (!/^[1-9]\d{0,14}$/.test(number))
      throw new UsageError('--undo takes the number of an import, as --list shows it.')
    const id = Number(number)
    const { removed, stay, kept } = await undoImport(open.ctx, systemActor, id)
    say(text.isUndone(id, removed, stay))
    for (const { id: which, name } of kept) say(`  #${which}  ${oneLine(name)}`)
    return 0
  }
  const { list } = await listImports(open.ctx)
  if (list.length === 0) say(text.noImports)
  const minute = (time: string) => time.slice(0, 16).replace('T', ' ')
  for (const { id, kind, added, createdTime, undoable, undoUntil, undoneTime } of list) {
    const state = undoneTime === '' ? (undoable ? text.canUndo(minute(undoUntil)) : '') : text.undone
    say(`  ${id}  ${minute(createdTime)}  ${text.kinds[kind]}  ${text.past(added)}  ${state}`.trimEnd())
  }
  return 0
}

/**
 * Reads the flags by the rules of the page. Columns are a list with commas, and values are `field:value=code`, because
 * quotes are awkward in a shell.
 */
function optionsOf({ values, ...flags }: CommandInput['flags']): ImportOptions {
  const { columns } = flags
  const lists = {
    ...(typeof columns === 'string' ? { columns: JSON.stringify(columns.split(',').map((one) => one.trim())) } : {}),
    ...(Array.isArray(values) ? { values: JSON.stringify(valuesOf(values.map(String))) } : {}),
  }
  const { file: _, take: __, ...options } = read(contract.imports.run.input, { ...flags, ...lists, file: '' })
  return options
}

function valuesOf(given: readonly string[]): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  for (const one of given) {
    const [, field = '', value = '', code = ''] = /^([a-z]+):(.*)=([^=]*)$/su.exec(one) ?? []
    if (field === '') throw new UsageError('--values takes field:value=code, such as state:维修中=repairing.')
    found[field] = { ...found[field], [value.trim()]: code.trim() }
  }
  return found
}

function localeLang({ env }: CommandInput): Lang {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return langOf(locale.replace(/[.@].*$/, '')) ?? 'en_US'
}
