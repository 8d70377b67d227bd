/**
 * How long each step of a stop takes at most, one after the other. Together they take less than the whole may, so that a database
 * or another system that does not answer never makes a stop a failure.
 */
export const shutdownLimits = {
  /** From the signal until requests under way are cut off. */
  requestsMs: 6000,
  /** Then jobs are let go. */
  jobsMs: 1000,
  /** From the signal until deliveries are told to give up. They are let go a moment later. */
  deliveriesMs: 3000,
  deliveriesGiveUpMs: 250,
  /** Until the connections to PostgreSQL are cut off. */
  databaseMs: 1000,
  /** What takes longer is a mistake of ours, and the exit code says so. */
  wholeMs: 9000,
  /** Where not even that works. */
  killMs: 9400,
} as const

/** Resolves when the work has ended or the time is over. */
export async function waitWithTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, ms))
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
