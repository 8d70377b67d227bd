import { access, constants, readFile, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertMediaName } from '#rules/tickets/pictures.ts'
import type { MediaStore } from '#service/shared/ports.ts'
import { makeFolder, partOf, removeStaleParts, syncFolder, writeDurably } from '#store/durable-files.ts'
import { Unavailable } from '#store/engine/index.ts'

export const mediaFolder = (dataDir: string) => join(dataDir, 'media')

/** Pictures are in subfolders by the first two letters of their names. */
export const pictureFile = (dir: string, name: string) => join(dir, assertMediaName(name).slice(0, 2), name)

export function diskMedia(dir: string): MediaStore {
  const fileOf = (name: string) => pictureFile(dir, name)
  const made = new Set<string>()
  return {
    async check() {
      await access(dir, constants.W_OK | constants.X_OK).catch(unlessMissing)
    },
    put: (name, bytes) =>
      onDisk(async () => {
        const file = fileOf(name)
        const folder = dirname(file)
        if (!made.has(folder)) await makeFolder(folder)
        made.add(folder)
        await writeDurably(file, bytes).catch((error: unknown) => {
          made.delete(folder) // it may have been deleted
          throw error
        })
      }),
    get: (name) => onDisk(() => readFile(fileOf(name)).catch(unlessMissing)),
    has: (name) => onDisk(async () => ((await stat(fileOf(name)).catch(unlessMissing))?.size ?? 0) > 0),
    /** Synced, because the caller then forgets the picture. */
    remove: (name) =>
      onDisk(async () => {
        const file = fileOf(name)
        for (const one of [partOf(file), file]) await rm(one, { force: true })
        await syncFolder(dirname(file)).catch(unlessMissing)
      }),
    removeUnfinished: () => onDisk(() => removeStaleParts(dir).catch(unlessMissing)),
    freeBytes: () =>
      onDisk(async () => {
        // Without the folder, the disk of the data folder counts.
        const { bavail, bsize } = (await statfs(dir).catch(unlessMissing)) ?? (await statfs(dirname(dir)))
        return bavail * bsize
      }),
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** A full, read-only, broken or missing disk is not the caller's mistake. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Unavailable(String(error), { cause: error })
  }
}
