import type { Settings } from '#contract/team/settings.ts'
import type { FieldVersions } from '#rules/versions.ts'
import { statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'

const current = statement((db) => db.selectFrom('setting').select(['version', 'value', 'versions']))

export interface SettingsRow {
  readonly version: number
  readonly versions: FieldVersions
  readonly set: Partial<Settings>
}

export class SettingStore extends Queries {
  async read(): Promise<SettingsRow> {
    const [row] = await current(this.db)
    if (!row) throw new Error('the row of settings is missing')
    return {
      version: row.version,
      versions: JSON.parse(row.versions) as FieldVersions, // only the code below writes it and the next one
      set: JSON.parse(row.value) as Partial<Settings>,
    }
  }
  async write({ version, versions, set }: SettingsRow): Promise<void> {
    await this.db
      .updateTable('setting')
      .set({ version, versions: JSON.stringify(versions), value: JSON.stringify(set) })
      .execute()
  }
  /** Locks the row, so that two changes at once do not overwrite each other. */
  async lock(): Promise<void> {
    await this.db
      .updateTable('setting')
      .set((eb) => ({ version: eb.ref('version') }))
      .execute()
  }
}
