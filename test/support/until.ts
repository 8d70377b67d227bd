import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits until something holds, looking again and again, less often the longer it takes: whoever looks takes time from what is waited for.
 * The test's own time limit ends what never comes true.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitMs = 10; !(await holds()); waitMs = Math.min(40, 1.2 * waitMs)) await pause(waitMs)
}
