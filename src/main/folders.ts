import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '#store/durable-files.ts'

/** Why a folder cannot be written. Changes nothing. A missing folder must be possible to create. */
export function unwritableReason(dir: string): string | undefined {
  for (let here = dir; ; here = dirname(here)) {
    try {
      if (!statSync(here).isDirectory()) return `${here} is not a folder`
      accessSync(here, constants.W_OK | constants.X_OK)
      return undefined
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException // from node:fs
      const above = dirname(here) !== here
      if (!above || (code !== 'ENOENT' && code !== 'ENOTDIR')) return `${here} cannot be written (${code})`
    }
  }
}

/** Free space on the disk of a folder, which need not exist yet. */
export function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(existing(dir))
  return bavail * bsize
}

/** The folders need not exist yet. */
export function isSameDisk(one: string, other: string): boolean {
  return statSync(existing(one)).dev === statSync(existing(other)).dev
}

function existing(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : existing(dirname(dir))
}

/** Creates the data folder if it is missing. Returns the problem, if there is one. */
export async function makeDataDir(dir: string): Promise<string | undefined> {
  const problem = unwritableReason(dir)
  if (problem) return problem
  try {
    await makeFolder(dir)
    return undefined
  } catch (error) {
    return `it cannot be created (${(error as NodeJS.ErrnoException).code})` // from node:fs
  }
}
