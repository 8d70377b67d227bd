/**
 * What follows a change that is committed. The change holds, so nobody is told that it failed because of this; a job does the
 * same again sooner or later, and logs what is wrong.
 */
export async function afterCommit(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch {
    // See above.
  }
}
