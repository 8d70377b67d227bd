/** Time limits of the steps of a stop. Together they are shorter than the whole, so an unresponsive system never makes a stop fail. */
export const shutdownLimits = {
  /** From the signal until requests under way are cut off. */
  requestsMs: 6000,
  /** Then jobs are abandoned. */
  jobsMs: 1000,
  /** From the signal until deliveries are told to give up. A moment later they are abandoned. */
  deliveriesMs: 3000,
  deliveriesGiveUpMs: 250,
  /** Until the connections to PostgreSQL are cut off. */
  databaseMs: 1000,
  /** A longer stop is a mistake of ours and exits with 1. */
  wholeMs: 9000,
  /** If even that fails, another thread kills the process. */
  killMs: 9400,
} as const

/** Resolves when the work ends or the time is over. */
export async function waitWithTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, ms))
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
