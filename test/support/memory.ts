import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Runs a full garbage collection, so that memory can be compared. */
export const collectGarbage: () => void = runInNewContext('gc')
