import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Leaves only what is in use, so that memory can be compared. */
export const collectGarbage: () => void = runInNewContext('gc')
