import type { Warn } from './warn.ts'

/**
 * Work that follows a committed change. The change holds, so a failure here is logged instead of thrown: the caller must not
 * be told that the change failed. Everything that is done here is done again by a job.
 */
export async function afterCommit(warn: Warn, step: string, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (err) {
    warn({ step, err }, 'a step after a commit failed; a job will repeat it')
  }
}
