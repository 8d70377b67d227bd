import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bringPictures, keepOnly } from '#adapters/media/copies.ts'
import { mediaFolder } from '#adapters/media/disk.ts'
import type { Config, SqliteConfig } from '#config/config.ts'
import { picturesIn } from '#store/backup.ts'
import { backupNightly } from '#store/nightly.ts'

type Place = Pick<Config, 'dataDir' | 'media'>

/** How the pictures of a backup came to where they belong; nothing where they are not in our hands. */
export interface Brought {
  readonly folder: string
  readonly count: number
  readonly missing: number
}

/** One folder for all backups in the same place: a picture never changes, so one copy serves them all. */
const pictureFolder = (backup: string) => join(dirname(resolve(backup)), 'fettle-pictures')

/** Keeps the pictures that a backup knows of beside it. It is taken first, so none that it knows was still to come. */
export async function keepPictures({ media, dataDir }: Place, backup: string): Promise<Brought | undefined> {
  if (media.kind !== 'disk') return undefined
  return brought(backup, mediaFolder(dataDir), pictureFolder(backup), pictureFolder(backup))
}

/** Puts the pictures of a backup back to where the service looks for them. */
export async function bringPicturesBack({ media, dataDir }: Place, backup: string): Promise<Brought | undefined> {
  if (media.kind !== 'disk') return undefined
  return brought(backup, pictureFolder(backup), mediaFolder(dataDir), pictureFolder(backup))
}

async function brought(backup: string, from: string, to: string, folder: string): Promise<Brought> {
  const names = picturesIn(backup)
  const missing = await bringPictures(names, from, to)
  return { folder, count: names.length - missing.length, missing: missing.length }
}

/** The backup of this night with its pictures, if there is none yet. Pictures that no backup knows any more go. */
export async function backUpTonight(
  place: Place,
  { file, backups }: SqliteConfig,
  now: number,
  zone: string,
): Promise<{ file: string; pictures: Brought | undefined } | undefined> {
  const target = await backupNightly(file, backups, now, zone)
  if (!target) return undefined
  const pictures = await keepPictures(place, target)
  if (pictures && existsSync(pictures.folder)) {
    const entries = readdirSync(backups.dir, { withFileTypes: true }).filter((entry) => entry.isFile())
    await keepOnly(new Set(entries.flatMap(({ name }) => picturesIn(join(backups.dir, name)))), pictures.folder)
  }
  return { file: target, pictures }
}
