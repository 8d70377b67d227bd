import type { Selectable } from 'kysely'
import type { RosterSlot } from '#rules/duty/rosters.ts'
import { insertReturningId } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'

const insert = insertReturningId('roster')

export interface RosterRecord {
  readonly id: number
  readonly name: string
  readonly slots: readonly RosterSlot[]
  readonly version: number
  readonly createdAt: number
}

export class RosterStore extends Queries {
  async find(id: number): Promise<RosterRecord | undefined> {
    const row = await this.db.selectFrom('roster').where('id', '=', id).selectAll().executeTakeFirst()
    return row && asRoster(row)
  }
  async list(): Promise<RosterRecord[]> {
    return (await this.db.selectFrom('roster').selectAll().orderBy('id', 'desc').execute()).map(asRoster)
  }
  add(name: string, slots: readonly RosterSlot[], at: number, importId: number | null = null): Promise<number> {
    return insert(this.db, { name, slots: JSON.stringify(slots), version: 1, created_at: at, import_id: importId })
  }
  async update(id: number, name: string, slots: readonly RosterSlot[]): Promise<void> {
    await this.db
      .updateTable('roster')
      .set((eb) => ({ name, slots: JSON.stringify(slots), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  async remove(id: number): Promise<void> {
    await this.db.deleteFrom('roster').where('id', '=', id).execute()
  }
  /** The names among these that an active member has. */
  async knownNames(names: readonly string[]): Promise<Set<string>> {
    if (names.length === 0) return new Set()
    const rows = await this.db.selectFrom('member').where('active', '=', 1).select('name').execute()
    const active = new Set(rows.map(({ name }) => name))
    return new Set(names.filter((name) => active.has(name)))
  }
}

function asRoster(row: Selectable<Tables['roster']>): RosterRecord {
  const slots = JSON.parse(row.slots) as RosterSlot[] // only the code above writes it
  return { id: row.id, name: row.name, slots, version: row.version, createdAt: row.created_at }
}
