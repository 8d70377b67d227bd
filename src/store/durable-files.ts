import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hour } from '#kit/time.ts'

/** Where a file is while it is being written. By its name, so that what a crash leaves behind can be found with it. */
export const partOf = (file: string) => join(dirname(file), `.${basename(file)}.part`)

/** Makes a file, or replaces it: all of it is on the disk when this resolves, and until then what was there stays. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const part = partOf(file)
  try {
    const handle = await open(part, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}) // what went wrong first is what counts
    throw error
  }
}

/**
 * Makes a folder, and those above it, unless they are there: for its owner's eyes alone. Its name is on the disk when this resolves,
 * another process. Step by step: Node's own `recursive` never comes back where the system says "no such folder" of a folder
 * to be made (/proc).
 */
export async function makeFolder(dir: string): Promise<void> {
  const above = dirname(dir)
  if (!existsSync(dir)) {
    await makeFolder(above)
    await mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  await syncFolder(above)
}

/** Writes what was changed in a file to the disk. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

// A folder that we may enter but not list, and systems that do not sync folders at all (the same as in PostgreSQL's fsync_fname;
// EPERM is what Windows says).
const unsyncable: ReadonlySet<string | undefined> = new Set(['EACCES', 'EISDIR', 'EBADF', 'EINVAL', 'EPERM'])

/** Writes the names in a folder to the disk: without it, a power cut can take a file although its content was synced. */
export async function syncFolder(dir: string): Promise<void> {
  await sync(dir).catch((error: NodeJS.ErrnoException) => {
    if (!unsyncable.has(error.code)) throw error
  })
}

export const isPart = (name: string) => name.startsWith('.') && name.endsWith('.part')

/** Longer than any part of ours takes to be written. */
const staleMs = hour

/**
 * Removes the parts that a killed process left behind in a folder and in the folders in it. One that is being written, here or on another
 * node that shares the folder, is younger than that by the clock of the file system, which is the same for all of them.
 */
export async function removeStaleParts(dir: string, ageMs: number = staleMs): Promise<void> {
  let before: number | undefined
  const entries = await readdir(dir, { withFileTypes: true })
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [join(dir, entry.name)] : []))
  for (const folder of [dir, ...folders]) {
    for (const name of (await readdir(folder)).filter(isPart)) {
      before ??= (await fileSystemTime(dir)) - ageMs
      const part = join(folder, name)
      // Not when it was written last: a part can be a link to a picture that is old.
      const { ctimeMs } = (await stat(part).catch(unlessMissing)) ?? { ctimeMs: Number.POSITIVE_INFINITY }
      if (ctimeMs <= before) await rm(part, { force: true })
    }
  }
}

/** The clock that gives files their times; on a shared folder it is that of another machine. */
async function fileSystemTime(dir: string): Promise<number> {
  const probe = partOf(join(dir, randomUUID()))
  try {
    await using handle = await open(probe, 'wx', 0o600)
    return (await handle.stat()).ctimeMs
  } finally {
    await rm(probe, { force: true })
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
