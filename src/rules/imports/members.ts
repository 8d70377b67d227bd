import { limits } from '#contract/limits.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { type RowCells, RowReader } from './row.ts'
import type { RowResult } from './tickets.ts'
import { phoneIn, yesIn } from './words.ts'

/** Values that the row lacks are empty. */
export interface MemberFromRow {
  readonly name: string
  readonly phone: string
  readonly stuid: string
  readonly class: string
  readonly college: string
  readonly admin: number
}

/** The members, and those of earlier rows. */
export class KnownMembers {
  readonly #byName = new Map<string, MemberFromRow>()
  readonly #byStuid = new Map<string, MemberFromRow>()

  constructor(members: readonly MemberFromRow[]) {
    for (const member of members) this.add(member)
  }

  add(member: MemberFromRow): void {
    this.#byName.getOrInsert(member.name, member)
    if (member.stuid !== '') this.#byStuid.getOrInsert(member.stuid, member)
  }

  named(name: string): MemberFromRow | undefined {
    return this.#byName.get(name)
  }

  withStuid(stuid: string): MemberFromRow | undefined {
    return this.#byStuid.get(stuid)
  }
}

/** `known` is true if the member exists with these values. */
export function readMember(
  cells: RowCells,
  team: KnownMembers,
): RowResult<MemberFromRow> & { readonly known: boolean } {
  const row = new RowReader(cells)
  const name = row.line('name', limits.name)
  if (name === '') row.refuse('name', 'missing')
  const member: MemberFromRow = {
    name,
    phone: row.meaning('phone', 'not_a_phone', phoneIn) ?? '',
    stuid: row.line('stuid', limits.name),
    class: row.line('class', limits.name),
    college: row.line('college', limits.name),
    admin: row.meaning('admin', 'unknown_state', yesIn) === true ? 1 : 0,
  }
  const namesake = team.named(member.name)
  const same = team.withStuid(member.stuid)
  const known = namesake !== undefined && agrees(member, namesake)
  if (!known && namesake) row.refuse('name', 'name_taken')
  if (!known && same) row.refuse('stuid', 'student_id_taken')
  const read = { doubts: row.doubts, identity: [name], known: known && !row.refused }
  return row.refused || known ? read : { ...read, value: member }
}

/** True if the member has all values of the row. Most tables lack the column for administrators. */
function agrees({ admin, ...texts }: MemberFromRow, there: MemberFromRow): boolean {
  return keysOf(texts).every((field) => texts[field] === '' || texts[field] === there[field]) && admin <= there.admin
}
