import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type CopyOptions, copyPictures, deleteAllExcept, findIrregular } from '#adapters/media/copy-pictures.ts'
import { mediaFolder } from '#adapters/media/disk.ts'
import type { Config, SqliteConfig } from '#config/config.ts'
import { latestBackup } from '#store/backup-files.ts'
import { DamageError, isFault } from '#store/engine/whole-database.ts'
import type { Store } from '#store/store.ts'
import { BackupError, liveAmong, picturesIn } from '#store/upkeep/backup.ts'
import { backupNightly } from '#store/upkeep/nightly-backup.ts'

type Place = Pick<Config, 'dataDir' | 'media'>

export interface PictureCopy {
  readonly folder: string
  readonly count: number
  readonly missing: number
}

/** All backups in a folder share the copies, because a picture never changes. */
const pictureFolder = (backup: string) => join(dirname(resolve(backup)), 'fettle-pictures')

/**
 * Copies the pictures of a backup beside it. The backup is taken first, so all its pictures exist. A picture that the service deletes
 * meanwhile does not count as missing, because its row is marked before its file is deleted.
 */
export async function backUpPictures(
  { media, dataDir }: Place,
  file: string,
  backup: string,
  signal?: AbortSignal,
): Promise<PictureCopy | undefined> {
  if (media.kind !== 'disk') return undefined
  const folder = pictureFolder(backup)
  const { count, missing } = await copyAll(backup, mediaFolder(dataDir), folder, { by: 'link', signal })
  return { folder, count, missing: missing.length > 0 ? liveAmong(missing, file).length : 0 }
}

/** Copies the pictures of a backup into the data folder. */
export async function restorePictures({ media, dataDir }: Place, backup: string): Promise<PictureCopy | undefined> {
  if (media.kind !== 'disk') return undefined
  const folder = pictureFolder(backup)
  const { count, missing } = await copyAll(backup, folder, mediaFolder(dataDir), { by: 'copy' })
  return { folder, count, missing: missing.length }
}

/** A backup may come from anywhere, so links and devices among its pictures are refused before anything changes. */
export async function assertRegularPictures({ media }: Place, backup: string): Promise<void> {
  if (media.kind !== 'disk') return
  const folder = pictureFolder(backup)
  const found = await findIrregular(picturesIn(backup), folder)
  if (found)
    throw new BackupError(
      `${join(folder, found)} is a link or something else that is not a picture. Nothing was restored: remove it first.`,
    )
}

async function copyAll(backup: string, from: string, to: string, options: CopyOptions) {
  const names = picturesIn(backup)
  const missing = await copyPictures(names, from, to, options)
  return { count: names.length - missing.length, missing }
}

interface NightlyOptions {
  readonly signal?: AbortSignal
  /** The backup whose pictures are known to be complete. */
  readonly complete?: string | undefined
}

/**
 * Takes the backup of this night, if there is none yet, and copies pictures that a stop or a fault left out. Deletes backups that are too old
 * by the trusted time, and pictures that no backup needs.
 */
export async function takeNightlyBackup(
  place: Place,
  { file, backups }: SqliteConfig,
  { now, believed }: { readonly now: number; readonly believed: number },
  zone: string,
  { signal, complete }: NightlyOptions = {},
): Promise<{ file: string; isNew: boolean; pictures: PictureCopy | undefined } | undefined> {
  const made = await backupNightly(file, backups, now, zone, { believed, signal })
  const target = made ?? latestBackup(backups.dir)
  if (!target || target === complete) return undefined
  const pictures = await backUpPictures(place, file, target, signal)
  const known = pictures && existsSync(pictures.folder) && knownPictures(backups.dir)
  if (known) await deleteAllExcept(known, pictures.folder)
  return { file: target, isNew: made !== undefined, pictures }
}

/** Undefined if a backup cannot be read, because then all pictures must stay. */
function knownPictures(dir: string): Set<string> | undefined {
  const entries = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile())
  try {
    return new Set(entries.flatMap(({ name }) => picturesIn(join(dir, name))))
  } catch (error) {
    if (isFault(error)) return undefined
    throw error
  }
}

/**
 * Every backup is verified, which checks the database too. If it fails, the database itself is checked in another process: at once if it
 * seems damaged, otherwise once a night. With damage no more backups are taken, because each would push out a good one.
 */
export function nightlyChecker(store: Store) {
  let checkedOn: string | undefined
  return async <T>(date: string, signal: AbortSignal, backUp: () => Promise<T>): Promise<T | undefined> => {
    if (store.storage.damage()) return undefined
    try {
      return await backUp()
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof DamageError || checkedOn !== date) void store.storage.checkIntegrity()
      checkedOn = date
      throw error
    }
  }
}
