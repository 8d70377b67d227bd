import type { Static } from 'typebox'
import { Refusal } from '#contract/errors.ts'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { words } from '#contract/words/index.ts'
import type { EventActor } from '#events/event.ts'
import { countCharacters } from '#kit/tables/table.ts'
import { localDate } from '#kit/time.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { ChangeResult, Tx } from '#store/store.ts'
import { Findings } from '../imports/findings.ts'
import { bytesSource, type ImportSource } from '../imports/source.ts'
import { type OpenedTable, openTable, type TableInput } from '../imports/table.ts'
import { judgeMembers, judgeRoster, type NamedRow, writeMembers } from '../imports/team.ts'
import { examineTickets, type TicketTableInput, writeTickets } from '../imports/tickets.ts'
import type { ValueChoices } from '../imports/values.ts'
import { assertNotErased, type MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { afterCommit } from '../shared/warn.ts'

type ImportInput = Static<Contract['imports']['check']['input']>
type View = Static<Contract['imports']['check']['output']>
type Outcome = Static<Contract['imports']['run']['output']>

export interface ImportOptions extends TableInput, TicketTableInput {
  readonly name?: string
}

/** No team has more members or shifts. */
const maxOfTeam = 5000
/** The limit of characters, because these rows stay in memory. */
const maxInTeam = 5_000_000

interface Run {
  readonly importId: number
  readonly at: number
}

/** A table to be written. `write` returns the number of new rows. */
interface CheckedTable {
  readonly table: OpenedTable
  readonly findings: Findings
  readonly byHand: readonly string[]
  readonly choices?: ValueChoices
  write(tx: Tx, run: Run): Promise<number>
}

async function examine(
  ctx: Ctx,
  source: ImportSource,
  input: ImportOptions,
  lang: Lang,
  keepLeft: boolean,
): Promise<CheckedTable> {
  const table = await openTable(source, input)
  const findings = () => new Findings(words[lang].imports, table, { keepLeft })
  if (table.missing.length > 0) return examineUnusable(table, findings())
  if (table.kind === 'members' || table.kind === 'roster') return examineTeam(ctx, table, input, findings)
  const found = findings()
  const given = { settings: ctx.settings.current(), now: ctx.now(), lang, input }
  const read = await examineTickets(ctx.store, table, found, given)
  return {
    table,
    findings: found,
    byHand: read.byHand,
    choices: read.choices,
    write: (tx, run) => writeTickets(tx, read, run),
  }
}

/** Without a needed column, every row is refused. */
async function examineUnusable(table: OpenedTable, findings: Findings): Promise<CheckedTable> {
  for await (const row of table.rows) {
    findings.rows += 1
    findings.refuse(
      row,
      table.missing.map((field) => ({ field, value: '', flaw: 'missing', refused: true })),
    )
  }
  return { table, findings, byHand: [], write: async () => 0 }
}

/** Returns a function that writes the good rows. */
async function judgeRows(
  ctx: Ctx,
  tx: Tx,
  { kind, file }: OpenedTable,
  name: string,
  rows: readonly NamedRow[],
  found: Findings,
) {
  const current = ctx.settings.current()
  if (kind === 'members') {
    const members = await judgeMembers(tx, rows, found)
    return (run: Run) => writeMembers(tx, members, current, run)
  }
  const week = await judgeRoster(tx, rows, found, current)
  return async ({ importId, at }: Run) => {
    const called = name || file.sheet || localDate(at, current.timeZone)
    if (week.length > 0) await tx.rosters.add([...called].slice(0, limits.name).join(''), week, at, importId)
    return week.length > 0 ? found.good : 0
  }
}

/** Decides when the table is read, and again by the members at the time of writing. */
async function examineTeam(
  ctx: Ctx,
  table: OpenedTable,
  { name = '' }: ImportOptions,
  findings: () => Findings,
): Promise<CheckedTable> {
  const rows: NamedRow[] = []
  let characters = 0
  for await (const row of table.rows) {
    characters += countCharacters(row.cells)
    if (rows.length >= maxOfTeam) throw new Refusal('import_unreadable', { why: 'too_many_rows' })
    if (characters > maxInTeam) throw new Refusal('import_unreadable', { why: 'too_large_inside' })
    rows.push(row)
  }
  const found = findings()
  await ctx.store.read((tx) => judgeRows(ctx, tx, table, name, rows, found))
  return {
    table,
    findings: found,
    byHand: [],
    async write(tx, run) {
      await tx.members.lockAdmins()
      await tx.duty.lock()
      const again = findings()
      const write = await judgeRows(ctx, tx, table, name, rows, again)
      if (again.refused > found.refused) throw new Refusal('import_refused', { rows: again.refused })
      return write(run)
    },
  }
}

function importView({ table, findings, choices }: CheckedTable): View {
  return {
    kind: table.kind,
    format: table.file.format,
    encoding: table.file.encoding,
    sheets: [...table.file.sheets],
    sheet: table.file.sheet,
    columns: table.columns.map((column) => ({ ...column, samples: [...column.samples] })),
    missing: [...table.missing],
    rows: findings.rows,
    good: findings.good,
    known: findings.known,
    refused: findings.refused,
    repeated: findings.repeated,
    doubled: findings.doubled,
    same: findings.same,
    doubles: findings.doubles,
    values: choices ? findings.values.view(choices) : [],
    preview: findings.preview,
    forgotten: findings.forgotten,
    // A missing column is reported once, not for each row.
    doubts: table.missing.length > 0 ? [] : findings.doubts(),
  }
}

async function writeRows(ctx: Ctx, by: EventActor, kind: ImportKind, { byHand, write }: CheckedTable) {
  return ctx.store.change(
    async (tx): Promise<ChangeResult<{ id: number; added: number }>> => {
      const at = ctx.now()
      const { personId, memberId } = by
      if (personId !== null) await assertNotErased(tx, { personId })
      const importId = await tx.importRuns.begin({ kind, memberId, at, byHand })
      const rows = await write(tx, { importId, at })
      await tx.importRuns.finish(importId, rows)
      const events: RecordedEvent[] = []
      if (rows > 0) events.push(await tx.record({ kind: 'data.imported', by, at, what: kind, rows }))
      return { answer: { id: rows > 0 ? importId : 0, added: rows }, events }
    },
    { large: true },
  )
}

/** With `keepLeft` it returns the refused rows as a table. */
export async function checkTable(
  ctx: Ctx,
  source: ImportSource,
  input: ImportOptions,
  lang: Lang,
  { keepLeft = false } = {},
): Promise<View & { left: string }> {
  const examined = await examine(ctx, source, input, lang, keepLeft)
  return { ...importView(examined), left: examined.findings.left() }
}

/** On the command line, `by` has neither person nor member. */
export async function runTable(
  ctx: Ctx,
  by: EventActor,
  source: ImportSource,
  { take = 'all', ...input }: ImportOptions & { readonly take?: 'all' | 'good' },
  lang: Lang,
): Promise<Outcome> {
  const examined = await examine(ctx, source, input, lang, take === 'good')
  const { findings, table } = examined
  const { good, known, refused, repeated } = findings
  if (refused > 0 && take === 'all') throw new Refusal('import_refused', { rows: refused })
  const { id, added } = good === 0 ? { id: 0, added: 0 } : await writeRows(ctx, by, table.kind, examined)
  if (added > 0) await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
  return { id, added, known: known + good - added, refused, repeated, left: findings.left() }
}

export async function checkImport(ctx: Ctx, { file, ...input }: ImportInput, lang: Lang): Promise<View> {
  const { left: _, ...view } = await checkTable(ctx, sourceOf(file), input, lang)
  return view
}

export function runImport(
  ctx: Ctx,
  actor: MemberActor,
  { file, ...input }: ImportInput & { readonly take?: 'all' | 'good' },
  lang: Lang,
) {
  return runTable(ctx, actor, sourceOf(file), input, lang)
}

function sourceOf(file: unknown): ImportSource {
  if (!(file instanceof Uint8Array)) throw new Refusal('bad_input', { field: 'file', flaw: 'not_a_file' })
  return bytesSource(file)
}
