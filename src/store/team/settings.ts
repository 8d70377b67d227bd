import type { Settings } from '#contract/team/settings.ts'
import type { FieldVersions } from '#rules/versions.ts'
import { type Db, statement } from '../engine/index.ts'

const current = statement((db) => db.selectFrom('setting').select(['version', 'value', 'versions']))

/** What has been set, with the version that tells other nodes of a change, and the one in which each was changed last. */
export interface StoredSettings {
  readonly version: number
  readonly versions: FieldVersions
  readonly set: Partial<Settings>
}

export function settingStore(db: Db) {
  return {
    async read(): Promise<StoredSettings> {
      const [row] = await current(db)
      if (!row) throw new Error('the settings row is gone')
      return {
        version: row.version,
        versions: JSON.parse(row.versions) as FieldVersions, // written below alone, as is the next
        set: JSON.parse(row.value) as Partial<Settings>,
      }
    },
    async write({ version, versions, set }: StoredSettings): Promise<void> {
      await db
        .updateTable('setting')
        .set({ version, versions: JSON.stringify(versions), value: JSON.stringify(set) })
        .execute()
    },
    /** Holds the row until the end of the transaction, so that two changes at once do not overwrite each other. */
    async lock(): Promise<void> {
      await db
        .updateTable('setting')
        .set((eb) => ({ version: eb.ref('version') }))
        .execute()
    },
  }
}
