import { statfsSync, statSync } from 'node:fs'
import type { Config } from '#config/config.ts'
import type { Meter } from '#kit/meter.ts'
import { latestBackup } from '#store/nightly.ts'

/** The figures of the ground we stand on. Each is looked up when it is asked for, and unknown where that fails. */
export function groundMetrics(meter: Meter, { dataDir, database }: Config): void {
  meter.gauge('fettle_disk_free_bytes', 'Room left for the data folder.', () =>
    orUnknown(() => {
      const { bavail, bsize } = statfsSync(dataDir)
      return bavail * bsize
    }),
  )
  if (database.kind !== 'sqlite') return
  meter.gauge('fettle_last_backup_timestamp_seconds', 'When the newest nightly backup was taken; 0 without any.', () =>
    orUnknown(() => {
      const newest = latestBackup(database.backups.dir)
      return newest === undefined ? 0 : statSync(newest).mtimeMs / 1000
    }),
  )
}

function orUnknown(read: () => number): number {
  try {
    return read()
  } catch {
    return Number.NaN
  }
}
