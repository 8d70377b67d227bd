import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type CopyOptions, copyPictures, deleteAllExcept, findIrregular } from '#adapters/media/copy-pictures.ts'
import { mediaFolder } from '#adapters/media/disk.ts'
import type { Config, SqliteConfig } from '#config/config.ts'
import { Damaged, isFault } from '#store/engine/whole-database.ts'
import type { Store } from '#store/store.ts'
import { BackupError, liveAmong, picturesIn } from '#store/upkeep/backup.ts'
import { backupNightly, latestBackup } from '#store/upkeep/nightly-backup.ts'

type Place = Pick<Config, 'dataDir' | 'media'>

/** How the pictures of a backup came to where they belong; nothing where they are not in our hands. */
export interface PictureCopy {
  readonly folder: string
  readonly count: number
  readonly missing: number
}

/** One folder for all backups in the same place: a picture never changes, so one copy serves them all. */
const pictureFolder = (backup: string) => join(dirname(resolve(backup)), 'fettle-pictures')

/**
 * Keeps the pictures that a backup of the database `file` knows of beside it. It is taken first, so none that it knows was still to come.
 * A picture that the service deletes meanwhile is not missing: its row is marked before its file goes.
 */
export async function backUpPictures(
  { media, dataDir }: Place,
  file: string,
  backup: string,
  signal?: AbortSignal,
): Promise<PictureCopy | undefined> {
  if (media.kind !== 'disk') return undefined
  const folder = pictureFolder(backup)
  const { count, missing } = await brought(backup, mediaFolder(dataDir), folder, { by: 'link', signal })
  return { folder, count, missing: missing.length > 0 ? liveAmong(missing, file).length : 0 }
}

/** Puts the pictures of a backup back to where the service looks for them. */
export async function restorePictures({ media, dataDir }: Place, backup: string): Promise<PictureCopy | undefined> {
  if (media.kind !== 'disk') return undefined
  const folder = pictureFolder(backup)
  const { count, missing } = await brought(backup, folder, mediaFolder(dataDir), { by: 'copy' })
  return { folder, count, missing: missing.length }
}

/** A backup may come from anywhere. What is not a plain file beside it is refused before anything is touched. */
export async function assertRegularPictures({ media }: Place, backup: string): Promise<void> {
  if (media.kind !== 'disk') return
  const folder = pictureFolder(backup)
  const found = await findIrregular(picturesIn(backup), folder)
  if (found)
    throw new BackupError(
      `${join(folder, found)} is a link or something else that is not a picture. Nothing was restored: remove it first.`,
    )
}

async function brought(backup: string, from: string, to: string, bringing: CopyOptions) {
  const names = picturesIn(backup)
  const missing = await copyPictures(names, from, to, bringing)
  return { count: names.length - missing.length, missing }
}

interface Tonight {
  /** Gives up, without harm. */
  readonly signal?: AbortSignal
  /** The backup whose pictures are known to be there. */
  readonly complete?: string | undefined
}

/**
 * The backup of this night with its pictures, if there is none yet. Where its pictures were not all brought, because of a stop
 * or a fault, they are brought now. Backups that are too old go, by the
 * time that is believed, and pictures that none knows any more.
 */
export async function takeNightlyBackup(
  place: Place,
  { file, backups }: SqliteConfig,
  { now, believed }: { readonly now: number; readonly believed: number },
  zone: string,
  { signal, complete }: Tonight = {},
): Promise<{ file: string; isNew: boolean; pictures: PictureCopy | undefined } | undefined> {
  const made = await backupNightly(file, backups, now, zone, { believed, signal })
  const target = made ?? latestBackup(backups.dir)
  if (!target || target === complete) return undefined
  const pictures = await backUpPictures(place, file, target, signal)
  const known = pictures && existsSync(pictures.folder) && knownPictures(backups.dir)
  if (known) await deleteAllExcept(known, pictures.folder)
  return { file: target, isNew: made !== undefined, pictures }
}

/** Nothing if one of the backups cannot be read now: its pictures have to stay, whichever they are. */
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
 * A backup counts as taken after a full check, and that is the nightly check of the database too. Where it fails, the database
 * is checked by itself, beside the service: at once if it is said to be damaged, otherwise once a night. When something is
 * damaged no more backups are taken: each would push out one that is good.
 */
export function nightlyChecker(store: Store) {
  let checkedOn: string | undefined
  return async <T>(date: string, signal: AbortSignal, backUp: () => Promise<T>): Promise<T | undefined> => {
    if (store.damage()) return undefined
    try {
      return await backUp()
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof Damaged || checkedOn !== date) void store.checkIntegrity()
      checkedOn = date
      throw error
    }
  }
}
