import { Refusal } from '#contract/errors.ts'
import { isDate, zoned } from '#kit/time.ts'

export interface PlannedTask {
  /** Absent for a new task. */
  readonly id?: number
  readonly text: string
  /** The last day on which it can be done. */
  readonly due: string
  readonly member: number | null
}

export function assertTasks(tasks: readonly PlannedTask[]): void {
  for (const [i, { due }] of tasks.entries())
    if (!isDate(due)) throw new Refusal('bad_input', { field: `tasks[${i}].due`, flaw: 'not_a_date' })
}

/** The tasks of a day that begins at another time: each is due as many days before it as it was. */
export function movedTasks<T extends PlannedTask>(tasks: readonly T[], from: number, to: number, zone: string): T[] {
  const distance = zoned(from, zone).toPlainDate().until(zoned(to, zone).toPlainDate())
  return tasks.map((task) => ({ ...task, due: Temporal.PlainDate.from(task.due).add(distance).toString() }))
}

/** The tasks of a copy are open. Members who left the team do not get any. */
export const copiedTasks = (tasks: readonly PlannedTask[], active: ReadonlySet<number>): PlannedTask[] =>
  tasks.map(({ text, due, member }) => ({ text, due, member: member !== null && active.has(member) ? member : null }))

export const isOverdue = (due: string, today: string): boolean => due < today
