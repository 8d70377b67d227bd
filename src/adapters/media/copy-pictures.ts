import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isPart, makeFolder, partOf, removeStaleParts, syncFolder } from '#store/durable-files.ts'
import { pictureFile } from './disk.ts'

export interface CopyOptions {
  /**
   * `link` takes no space on the same disk, and our pictures never change. Pictures from elsewhere are copied, because a linked file could
   * change later and would keep its owner and mode.
   */
  readonly by: 'link' | 'copy'
  readonly signal?: AbortSignal | undefined
}

/** Copies pictures that are missing in the target folder. Returns the names that are missing or cut off in the source. */
export async function copyPictures(
  names: readonly string[],
  from: string,
  to: string,
  { by, signal }: CopyOptions,
): Promise<string[]> {
  const missing: string[] = []
  const folders = new Set<string>()
  for (const name of names) {
    signal?.throwIfAborted()
    const target = pictureFile(to, name)
    if (await isWhole(target)) continue
    const source = pictureFile(from, name)
    const folder = dirname(target)
    const whole = await isWhole(source)
    if (whole && !folders.has(folder)) await makeFolder(folder)
    if (whole) folders.add(folder)
    const copied = whole && (await linkOrCopy(source, target, by).then(() => true, unlessMissing))
    if (!copied) missing.push(name)
  }
  for (const folder of folders) await syncFolder(folder)
  return missing
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function linkOrCopy(source: string, target: string, by: CopyOptions['by']): Promise<void> {
  // A unique name, because a backup by command may run beside the nightly one.
  const part = partOf(join(dirname(target), randomUUID()))
  try {
    if (by === 'copy') await copy(source, part)
    else await link(source, part).catch(() => copy(source, part))
    await rename(part, target)
  } finally {
    // Renaming a hard link onto another link of the same file leaves both.
    await rm(part, { force: true })
  }
}

async function copy(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await using handle = await open(target, 'r+')
  await handle.chmod(0o600)
  await handle.sync()
}

/** True if the picture exists and is not cut off: a JPEG ends with a marker, a WebP states its length. */
async function isWhole(file: string): Promise<boolean> {
  await using handle = await openRegular(file)
  if (!handle) return false
  const { size } = await handle.stat()
  if (size < 12) return false
  const at = async (position: number, length: number) =>
    (await handle.read({ buffer: Buffer.alloc(length), position })).buffer
  const head = await at(0, 8)
  if (file.endsWith('.jpg')) return head.readUInt16BE() === 0xffd8 && (await at(size - 2, 2)).readUInt16BE() === 0xffd9
  return head.toString('latin1', 0, 4) === 'RIFF' && head.readUInt32LE(4) + 8 === size
}

/** Opens a regular file. It follows no link and does not wait for the writer of a pipe. */
async function openRegular(file: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const isLink = (error: NodeJS.ErrnoException) => (error.code === 'ELOOP' ? undefined : unlessMissing(error))
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(isLink)
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}

/** The first of these pictures, or of their folders, that is a link, a device or anything but a regular file or folder. */
export async function findIrregular(names: readonly string[], dir: string): Promise<string | undefined> {
  const folders = new Set<string>()
  for (const name of names) {
    const place = pictureFile(dir, name)
    const folder = dirname(place)
    if (!folders.has(folder) && (await lstat(folder).catch(unlessMissing))?.isDirectory() === false)
      return relative(dir, folder)
    folders.add(folder)
    if ((await lstat(place).catch(unlessMissing))?.isFile() === false) return relative(dir, place)
  }
  return undefined
}

/** Deletes all pictures but these, and stale partial files. */
export async function deleteAllExcept(names: ReadonlySet<string>, dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || names.has(entry.name) || isPart(entry.name)) continue
    await rm(join(entry.parentPath, entry.name), { force: true })
  }
  await removeStaleParts(dir)
}
