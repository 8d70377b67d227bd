import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A folder that is slow to fill. It is filled once for all test files of a run (TEST_SHARED), or once for this process, and renamed when it is
 * complete, so that other test files never read an incomplete one.
 */
export async function sharedFolder(name: string, fill: (dir: string) => Promise<void>): Promise<string> {
  const shared = process.env['TEST_SHARED']
  const place = shared && join(shared, name)
  if (place && existsSync(place)) return place
  const dir = mkdtempSync(join(shared ?? tmpdir(), `fettle-${name}-`))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  process.once('exit', remove)
  await fill(dir)
  if (!place) return dir
  try {
    renameSync(dir, place)
  } catch {
    remove() // another test file was quicker
  }
  return place
}
