import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '#store/engine/index.ts'

const longestMs = 1000

/**
 * Repeats what is harmless to repeat until the database has answered: after a cut connection nobody knows whether a commit happened.
 * `failed` is called after each fault. Once `stop` is aborted the fault is thrown.
 */
export async function retryUnavailable<T>(work: () => Promise<T>, stop: AbortSignal, failed: () => void): Promise<T> {
  for (let waitMs = 50; ; waitMs = Math.min(2 * waitMs, longestMs)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      failed()
      await pause(waitMs, undefined, { signal: stop }).catch(() => {
        throw error
      })
    }
  }
}
