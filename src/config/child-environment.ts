import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** The environment holds secrets, so child processes get only the folder of compiled code, with which they start twice as fast. */
export function childEnvironment(): Readonly<Record<string, string>> {
  const dir = getCompileCacheDir()
  return dir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dir) } // Node adds its version
}
