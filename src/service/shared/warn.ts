/** Writes a warning to the log. `facts` hold no secret and nothing that a person wrote. */
export type Warn = (facts: object, text: string) => void

/**
 * Runs work that follows a committed change. A failure is logged instead of thrown, because the change is stored. A job
 * repeats everything that is done here.
 */
export async function afterCommit(warn: Warn, step: string, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (err) {
    warn({ step, err }, 'a step after a commit failed; a job will repeat it')
  }
}
