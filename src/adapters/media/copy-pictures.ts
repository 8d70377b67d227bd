import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isPart, makeFolder, partOf, removeStaleParts, syncFolder } from '#store/durable-files.ts'
import { pictureFile } from './disk.ts'

export interface CopyOptions {
  /**
   * `link` takes no room on the same disk, and a picture of ours never changes. Pictures that came from elsewhere are copied: a file that
   * others have a name for could change later, and would keep its owner and its mode.
   */
  readonly by: 'link' | 'copy'
  readonly signal?: AbortSignal | undefined
}

/**
 * Brings the pictures of these names from one folder to another, unless they are there. Answers the names of those that could not be had
 * whole.
 */
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
    const there = whole && (await bring(source, target, by).then(() => true, unlessMissing))
    if (!there) missing.push(name)
  }
  // Once for all that came into it.
  for (const folder of folders) await syncFolder(folder)
  return missing
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function bring(source: string, target: string, by: CopyOptions['by']): Promise<void> {
  // A name of its own: a backup that somebody asks for may come beside the nightly one.
  const part = partOf(join(dirname(target), randomUUID()))
  try {
    if (by === 'copy') await copy(source, part)
    else await link(source, part).catch(() => copy(source, part))
    await rename(part, target)
  } finally {
    // A link that takes the place of its own kind stays behind.
    await rm(part, { force: true })
  }
}

async function copy(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await using handle = await open(target, 'r+')
  await handle.chmod(0o600)
  await handle.sync()
}

/** There, and not cut off: a JPEG ends with a mark of its own, a WebP says how long it is. */
async function isWhole(file: string): Promise<boolean> {
  await using handle = await openPlain(file)
  if (!handle) return false
  const { size } = await handle.stat()
  if (size < 12) return false
  const at = async (position: number, length: number) =>
    (await handle.read({ buffer: Buffer.alloc(length), position })).buffer
  const head = await at(0, 8)
  if (file.endsWith('.jpg')) return head.readUInt16BE() === 0xffd8 && (await at(size - 2, 2)).readUInt16BE() === 0xffd9
  return head.toString('latin1', 0, 4) === 'RIFF' && head.readUInt32LE(4) + 8 === size
}

/** A file that is one: no link is followed, and a pipe does not make us wait for its writer. */
async function openPlain(file: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const isLink = (error: NodeJS.ErrnoException) => (error.code === 'ELOOP' ? undefined : unlessMissing(error))
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(isLink)
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}

/** The first of these pictures, or of the folders they are in, that is there and is a link, a device or anything but a file or a folder. */
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

/** Removes all pictures but these, and what was left unfinished of them. */
export async function deleteAllExcept(names: ReadonlySet<string>, dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || names.has(entry.name) || isPart(entry.name)) continue
    await rm(join(entry.parentPath, entry.name), { force: true })
  }
  await removeStaleParts(dir)
}
