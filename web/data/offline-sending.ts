import { Failure } from '#contract/client.ts'
import { connection } from './connection.ts'
import { type RetryDecision, retryPolicy } from './retry-policy.ts'

/** Sends by `pass`: one pass after the other, in one tab at a time. In browsers without locks the idempotency keys prevent duplicates. */
export function sender(lock: string, pass: () => Promise<void>) {
  let last: Promise<void> = Promise.resolve()
  const alone = async <T>(work: () => Promise<T>): Promise<T> =>
    'locks' in navigator ? navigator.locks.request(lock, work) : work()
  return {
    alone,
    send(): Promise<void> {
      // A running pass may have read the list before an entry was stored.
      last = last.then(() => alone(pass)).catch(() => {})
      return last
    },
  }
}

type AfterFailure = Readonly<Partial<Record<Exclude<RetryDecision, 'wait'>, (failure: Failure) => Promise<unknown>>>>

/** Sends one entry, and after a failure follows the retry policy. Returns whether to continue with the next entry. */
export async function attempt(
  work: () => Promise<unknown>,
  hasPictures: () => boolean,
  after: AfterFailure,
): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const decision = retryPolicy(error, hasPictures())
    if (decision === 'wait') {
      if (error.status === 0) connection.onAnswer(false)
      return false
    }
    await after[decision]?.(error)
  }
  return true
}
