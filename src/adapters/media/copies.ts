import { randomUUID } from 'node:crypto'
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPart, makeFolder, partOf, removeStaleParts, syncFolder } from '#store/engine/durable-files.ts'
import { placeOf } from './disk.ts'

/**
 * Brings the pictures of these names from one folder to another, unless they are there. A picture never changes, so on the same
 * disk it is linked, which takes no room. Answers the names of those that could not be had whole.
 */
export async function bringPictures(
  names: readonly string[],
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const missing: string[] = []
  const folders = new Set<string>()
  for (const name of names) {
    signal?.throwIfAborted()
    const target = placeOf(to, name)
    if (await isWhole(target)) continue
    const source = placeOf(from, name)
    const folder = dirname(target)
    const whole = await isWhole(source)
    if (whole && !folders.has(folder)) await makeFolder(folder)
    if (whole) folders.add(folder)
    const there = whole && (await bring(source, target).then(() => true, unlessMissing))
    if (!there) missing.push(name)
  }
  // Once for all that came into it.
  for (const folder of folders) await syncFolder(folder)
  return missing
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function bring(source: string, target: string): Promise<void> {
  // A name of its own: a backup that somebody asks for may come beside the nightly one.
  const part = partOf(join(dirname(target), randomUUID()))
  try {
    await link(source, part).catch(() => copy(source, part))
    await rename(part, target)
  } finally {
    // A link that takes the place of its own kind stays behind.
    await rm(part, { force: true })
  }
}

async function copy(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  await using handle = await open(target, 'r+')
  await handle.chmod(0o600)
  await handle.sync()
}

/** There, and not cut off: a JPEG ends with a mark of its own, a WebP says how long it is. */
async function isWhole(file: string): Promise<boolean> {
  await using handle = await open(file, 'r').catch(unlessMissing)
  if (!handle) return false
  const { size } = await handle.stat()
  if (size < 12) return false
  const at = async (position: number, length: number) =>
    (await handle.read({ buffer: Buffer.alloc(length), position })).buffer
  const head = await at(0, 8)
  if (file.endsWith('.jpg')) return head.readUInt16BE() === 0xffd8 && (await at(size - 2, 2)).readUInt16BE() === 0xffd9
  return head.toString('latin1', 0, 4) === 'RIFF' && head.readUInt32LE(4) + 8 === size
}

/** Removes all pictures but these, and what was left unfinished of them. */
export async function keepOnly(names: ReadonlySet<string>, dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || names.has(entry.name) || isPart(entry.name)) continue
    await rm(join(entry.parentPath, entry.name), { force: true })
  }
  await removeStaleParts(dir)
}
