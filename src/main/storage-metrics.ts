import { statSync } from 'node:fs'
import type { Config } from '#config/config.ts'
import type { MetricsRegistry } from '#kit/metrics.ts'
import { latestBackup } from '#store/backup-files.ts'
import type { Storage } from '#store/engine/whole-database.ts'
import { freeBytes } from './folders.ts'

/** The metrics of database, disk and backups. Each is read on request, and NaN if that fails. */
export function storageMetrics(
  meter: MetricsRegistry,
  { dataDir, database }: Config,
  storage: Pick<Storage, 'figures' | 'faults'>,
): void {
  const figures = () => storage.figures()
  meter.gauge('fettle_disk_free_bytes', 'Room left for the data folder.', () => orUnknown(() => freeBytes(dataDir)))
  meter.gauge('fettle_database_damaged', 'Whether the database is known to be damaged (1) or not (0).', () =>
    figures().damaged ? 1 : 0,
  )
  meter.gauge('fettle_database_bytes', 'Size of the database.', () => figures().bytes ?? Number.NaN)
  if (database.kind === 'postgres') {
    meter.gauges(
      'fettle_database_connections',
      'Connections to PostgreSQL, and changes that wait for one.',
      'state',
      () => {
        const { used = 0, idle = 0, waiting = 0 } = figures().connections ?? {}
        return new Map(Object.entries({ used, idle, waiting }))
      },
    )
    meter.gauge('fettle_database_connections_max', 'Most connections to PostgreSQL.', () => database.pool)
    return
  }
  meter.gauge('fettle_database_wal_bytes', 'Size of the write-ahead log.', () => figures().walBytes ?? Number.NaN)
  meter.gauges('fettle_storage_failures', 'Failures in a row of what the storage is asked to do.', 'what', () => {
    const none = { sync: 0, checkpoint: 0 }
    return new Map([
      ...Object.entries(none),
      ...storage.faults().map(({ what, failures }) => [what, failures] as const),
    ])
  })
  meter.gauge('fettle_backup_disk_free_bytes', 'Room left for the backups.', () =>
    orUnknown(() => freeBytes(database.backups.dir)),
  )
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
