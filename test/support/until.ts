import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls until the condition holds, with growing pauses, because polling slows down the awaited work. The time limit of the test ends a condition
 * that never holds.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitMs = 10; !(await holds()); waitMs = Math.min(40, 1.2 * waitMs)) await pause(waitMs)
}
