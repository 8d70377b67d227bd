import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * All that a process of ours gets of the environment, in which there are secrets: where compiled code is kept, with which it starts in half
 * the time.
 */
export function childEnvironment(): Readonly<Record<string, string>> {
  const dir = getCompileCacheDir()
  return dir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dir) } // Node adds its version
}
