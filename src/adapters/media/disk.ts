import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { MediaStore } from '#service/ports.ts'

export const mediaFolder = (dataDir: string) => join(dataDir, 'media')

/** Where a picture is in a folder of them: in subfolders by the first letters of their names. */
export const placeOf = (dir: string, name: string) => join(dir, name.slice(0, 2), name)

/** Where a picture is while it is being written. By its name, so that what a crash leaves behind is removed with the picture. */
export const partOf = (file: string) => join(dirname(file), `.${basename(file)}.part`)

/** Pictures as files in a folder. */
export function diskMedia(dir: string): MediaStore {
  const fileOf = (name: string) => placeOf(dir, name)
  return {
    /** A folder that is not there yet is made with the first picture. */
    async check() {
      await access(dir, constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    },
    /** Written beside its place and then moved there, so that nobody ever reads half a picture. */
    async put(name, bytes) {
      const file = fileOf(name)
      const part = partOf(file)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      try {
        const handle = await open(part, 'w', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(fileOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // node:fs throws nothing else
        throw error
      }
    },
    async remove(name) {
      const file = fileOf(name)
      for (const one of [partOf(file), file]) await rm(one, { force: true })
    },
  }
}
