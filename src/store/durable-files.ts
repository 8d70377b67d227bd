import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hour } from '#kit/time.ts'

/** The path of a file while it is being written. It derives from the final name, so that leftovers of a crash can be found. */
export const partOf = (file: string) => join(dirname(file), `.${basename(file)}.part`)

/** Creates or replaces a file atomically. It is on the disk when this resolves. */
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
    await rm(part, { force: true }).catch(() => {}) // the first error is the one to report
    throw error
  }
}

/**
 * Creates a folder and its parents, readable by their owner only. Their names are on the disk when this resolves. It does not use Node's
 * `recursive` option, which never returns where creating a folder fails with ENOENT (/proc).
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

export async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

// A folder that the process may not list, and systems that cannot sync folders, as in PostgreSQL's fsync_fname. Windows reports EPERM.
const unsyncable: ReadonlySet<string | undefined> = new Set(['EACCES', 'EISDIR', 'EBADF', 'EINVAL', 'EPERM'])

/** Syncs the names in a folder. Without it, a power cut can lose a file whose content was synced. */
export async function syncFolder(dir: string): Promise<void> {
  await sync(dir).catch((error: NodeJS.ErrnoException) => {
    if (!unsyncable.has(error.code)) throw error
  })
}

export const isPart = (name: string) => name.startsWith('.') && name.endsWith('.part')

/** Longer than the writing of any file takes. */
const staleMs = hour

/**
 * Removes the partial files that killed processes left in a folder and its subfolders. Their age is measured by the clock of the file system,
 * which all nodes share, so that files which another node is writing stay.
 */
export async function removeStaleParts(dir: string): Promise<void> {
  let before: number | undefined
  const entries = await readdir(dir, { withFileTypes: true })
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [join(dir, entry.name)] : []))
  for (const folder of [dir, ...folders]) {
    for (const name of (await readdir(folder)).filter(isPart)) {
      before ??= (await fileSystemTime(dir)) - staleMs
      const part = join(folder, name)
      // Not `mtime`, because a partial file can be a hard link to an old picture.
      const { ctimeMs } = (await stat(part).catch(unlessMissing)) ?? { ctimeMs: Number.POSITIVE_INFINITY }
      if (ctimeMs <= before) await rm(part, { force: true })
    }
  }
}

/** The clock of the file system. For a shared folder it is that of another machine. */
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
