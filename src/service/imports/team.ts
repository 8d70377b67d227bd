import type { ImportField } from '#contract/imports/import-fields.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { TableRow } from '#kit/tables/table.ts'
import type { RosterSlot } from '#rules/duty/rosters.ts'
import { KnownMembers, type MemberFromRow, readMember } from '#rules/imports/members.ts'
import { mergedSlots, readRosterRow, weekdayFields } from '#rules/imports/roster.ts'
import { cellText, type RowCells } from '#rules/imports/row.ts'
import type { Tx } from '#store/store.ts'
import { changeDuty } from '../shared/duty-memory.ts'
import type { Findings } from './findings.ts'

export type NamedRow = TableRow & { readonly fields: RowCells }

const broken = [{ field: '', value: '', flaw: 'broken_quotes', refused: true }] as const

/** Decides by the present members. */
export async function judgeMembers(tx: Tx, rows: readonly NamedRow[], findings: Findings): Promise<MemberFromRow[]> {
  const team = new KnownMembers(await tx.imports.team())
  const added: MemberFromRow[] = []
  const rowsOf = new Map<string, number>()
  for (const row of rows) {
    findings.rows += 1
    if (row.broken) {
      findings.refuse(row, broken)
      continue
    }
    const { value, doubts, known } = readMember(row.fields, team)
    const first = known ? rowsOf.get(row.fields.name === undefined ? '' : cellText(row.fields.name)) : undefined
    if (first !== undefined) findings.double(row, first, { isLeftOut: true, isSame: false })
    else if (known) findings.known += 1
    else if (!value) findings.refuse(row, doubts)
    else {
      findings.doubt(row, doubts)
      findings.take(row, () => ({ ...value, admin: value.admin === 1 ? '✓' : '' }))
      added.push(value)
      team.add(value)
      rowsOf.set(value.name, row.row)
    }
  }
  return added
}

/** Adds members without invitations, which the console makes. */
export async function writeMembers(
  tx: Tx,
  members: readonly MemberFromRow[],
  settings: Settings,
  { importId, at }: { readonly importId: number; readonly at: number },
): Promise<number> {
  const removed = await tx.members.removedNames()
  const add = async () => {
    for (const member of members)
      if ((await tx.members.add({ ...member, import_id: importId }, at)) === undefined)
        throw new Error('a member with this name was added during the import')
    return members.length
  }
  // A name in the roster may have meant a removed member and now means the new one.
  return members.some(({ name }) => removed.has(name)) ? changeDuty(tx, settings, at, add) : add()
}

/** Decides by the present members. A week equal to an existing roster is known. */
export async function judgeRoster(
  tx: Tx,
  rows: readonly NamedRow[],
  findings: Findings,
  { timetable }: Pick<Settings, 'timetable'>,
): Promise<RosterSlot[]> {
  const names = new Set((await tx.members.active()).map(({ name }) => name))
  const read = rows.map((row) => ({
    row,
    ...(row.broken
      ? { value: undefined, doubts: broken }
      : readRosterRow(row.fields, { timetable, isMember: (name) => names.has(name) })),
  }))
  const good = read.flatMap(({ value }) => (value ? [value] : []))
  const week = mergedSlots(good)
  const isKnown = (await tx.rosters.list()).some(
    ({ slots }) => JSON.stringify(mergedSlots([slots])) === JSON.stringify(week),
  )
  for (const { row, value, doubts } of read) {
    findings.rows += 1
    if (!value) findings.refuse(row, doubts)
    else if (isKnown) findings.known += 1
    else {
      findings.doubt(row, doubts)
      findings.take(row, () => shownShift(value))
    }
  }
  return isKnown ? [] : week
}

function shownShift(slots: readonly RosterSlot[]): Partial<Record<ImportField, string>> {
  const days = slots.flatMap(({ weekday, workers }) => {
    const field = weekdayFields[weekday - 1]
    return field ? [[field, workers.join('、')]] : []
  })
  return { shift: String(slots[0]?.shift ?? ''), ...Object.fromEntries(days) }
}
