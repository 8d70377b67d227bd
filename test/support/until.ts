import { setTimeout as pause } from 'node:timers/promises'

/** Waits until something holds, looking again and again; the test's own time limit ends what never comes true. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10)
}
