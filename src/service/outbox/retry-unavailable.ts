import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '#store/engine/index.ts'

const longestMs = 1000

/**
 * Repeats idempotent work until the database answers: after a lost connection the commit is uncertain. Calls `failed`
 * after each fault. Once `stop` is aborted, it throws the fault.
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
