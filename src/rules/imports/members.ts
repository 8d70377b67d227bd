import { limits } from '#contract/limits.ts'
import { type Cells, RowReader } from './row.ts'
import type { ReadRow } from './tickets.ts'
import { phoneIn, yesIn } from './words.ts'

/** A member as a row of a table tells it; what it does not tell is empty. */
export interface ReadMember {
  readonly name: string
  readonly phone: string
  readonly stuid: string
  readonly class: string
  readonly college: string
  readonly admin: number
}

/** One who is a member, or is about to become one by a row before. */
export type KnownMember = ReadMember

/** A row of a table of members. It is `known` where somebody is this very member already. */
export function readMember(
  cells: Cells,
  team: readonly KnownMember[],
): ReadRow<ReadMember> & { readonly known: boolean } {
  const row = new RowReader(cells)
  const name = row.line('name', limits.name)
  if (name === '') row.refuse('name', 'missing')
  const member: ReadMember = {
    name,
    phone: row.meaning('phone', 'not_a_phone', phoneIn) ?? '',
    stuid: row.line('stuid', limits.name),
    class: row.line('class', limits.name),
    college: row.line('college', limits.name),
    admin: row.meaning('admin', 'unknown_state', yesIn) === true ? 1 : 0,
  }
  const namesake = team.find((one) => one.name === member.name)
  const same = member.stuid === '' ? undefined : team.find((one) => one.stuid === member.stuid)
  const known = namesake !== undefined && agrees(member, namesake)
  if (!known && namesake) row.refuse('name', 'name_taken')
  if (!known && same) row.refuse('stuid', 'student_id_taken')
  const read = { doubts: row.doubts, identity: [name], known: known && !row.refused }
  return row.refused || known ? read : { ...read, value: member }
}

/** Whether all that a row tells is so already. That somebody is no administrator is not told by most tables. */
function agrees({ admin, ...texts }: ReadMember, there: KnownMember): boolean {
  const fields = Object.keys(texts) as (keyof typeof texts)[] // its own
  return fields.every((field) => texts[field] === '' || texts[field] === there[field]) && admin <= there.admin
}
