import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { entriesOf } from '#kit/typed-keys.ts'
import { emptyOrdsCounts, exportOrds, type OrdsCounts, ordsTable } from '#service/open-data/ords.ts'
import { partOf, syncFolder } from '#store/durable-files.ts'
import { openContext } from '../open-context.ts'
import { assertNewFile, CommandError, type CommandInput, UsageError } from './command.ts'

const previewed = 5

export async function runOrdsCommand(given: CommandInput): Promise<number> {
  const { from, until, out, country } = given.flags as Record<string, string | undefined> // by the options above
  if (out !== undefined) assertNewFile(out)
  await using database = await openContext(given.env)
  const { ctx } = database
  const code = country?.toUpperCase() ?? ctx.settings.current().openData.country
  if (code === '')
    throw new CommandError(
      'The standard requires the country. Set it under Admin → Settings → Tickets, or with --country, such as CHN.',
    )
  if (!/^[A-Z]{3}$/.test(code)) throw new UsageError('--country takes the three letters of ISO 3166-1, such as CHN.')
  const days = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
  const written = emptyOrdsCounts()
  const table = ordsTable(ctx, days, written, code)
  if (out === undefined) await preview(given, table, written)
  else await write(given, resolve(out), table, written, () => exportOrds(ctx, days, written.rows))
  return 0
}

type Table = ReturnType<typeof ordsTable>

async function preview({ say }: CommandInput, table: Table, written: OrdsCounts): Promise<void> {
  const first: string[] = []
  for await (const part of table) {
    if (first.length > previewed) continue
    // Texts are in one line, so that a line is a record.
    first.push(...part.split(/(?<=\r\n)/).slice(0, previewed + 1 - first.length))
  }
  say(summary(written))
  say(`The first of them, as they would be published:\n\n${first.join('').replaceAll('\r\n', '\n')}`)
  say('Nothing was written. Use --out <file> to write a file.')
}

/** The file gets its name when it is on the disk and the log entry is written. */
async function write(
  { say }: CommandInput,
  file: string,
  table: Table,
  written: OrdsCounts,
  log: () => Promise<void>,
): Promise<void> {
  const part = partOf(file)
  try {
    {
      await using handle = await open(part, 'w', 0o600)
      for await (const records of table) await handle.write(records)
      await handle.sync()
    }
    await log()
    await rename(part, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}) // the first error is the one to report
    throw error
  }
  say(summary(written))
  say(`${file} has been written. Check it before you publish it.`)
}

function summary({ rows, guessed, unclear, taken }: OrdsCounts): string {
  const list = entriesOf(taken).map(([what, count]) => `${wordFor[what]}: ${count}`)
  return `Repairs: ${rows}. The kind of product was guessed for ${guessed} of them, and is unknown for ${unclear}.\nRemoved from their texts: ${list.join(', ')}.`
}

const wordFor: Readonly<Record<keyof OrdsCounts['taken'], string>> = {
  mail: 'email addresses',
  link: 'links',
  contact: 'accounts',
  number: 'numbers',
  name: 'names',
}
