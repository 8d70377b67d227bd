import type { Static } from 'typebox'
import { get, post } from '../endpoint.ts'
import { CalendarDate, Id, LineOfText, limits, sample, TimestampOrNone, Version } from '../fields.ts'
import { field, flag, integer, list, namedObject, optional, Type, text } from '../type.ts'
import { DayId } from './day-fields.ts'

const TaskId = field(Id, 'The number of the task.', 21)

const TaskInput = namedObject('DayTaskInput', 'A task as administrators plan it.', {
  id: optional(Id, 'The number of an existing task; absent for a new one.', 21),
  text: field(LineOfText(limits.search, { minLength: 1 }), 'What is to be done.', 'Print the poster'),
  due: field(CalendarDate, 'The day by which it is to be done.', sample.date),
  member: integer('The number of the member who does it; 0 for none.', 3, { minimum: 0 }),
})

export const DayTask = namedObject('DayTask', 'A task on the check-list of a repair day.', {
  id: TaskId,
  day: DayId,
  title: text('The title of the repair day.', 'Repair day in November'),
  text: text('What is to be done.', 'Print the poster'),
  due: text('The day by which it is to be done.', sample.date),
  overdue: flag('Whether that day is over and the task is not done.', false),
  member: integer('The number of the member who does it; 0 for none.', 3),
  name: text('The name of that member; empty for none.', sample.colleague),
  done: flag('Whether it is done.', false),
  doneTime: field(TimestampOrNone, 'When it was done; empty if it is not.', ''),
  doneBy: text('Who said that it is done; empty if it is not.', ''),
})
export type DayTask = Static<typeof DayTask>

/** The check-list of a repair day. */
export const dayTasks = {
  list: get('/events/tasks', 'member', {
    ticket: 'unrelated',
    summary:
      'List the check-list of a repair day; without `id`, the open tasks of all repair days that are neither over nor cancelled. The earliest first.',
    input: Type.Object({ id: optional(DayId) }),
    output: Type.Object({ list: list(DayTask, 'The tasks, the earliest first.') }),
    errors: ['repair_day_not_found'],
  }),
  done: post('/events/task', 'member', {
    ticket: 'unrelated',
    summary: 'Say that a task is done, or that it is not. Every member can; it is recorded who did.',
    input: Type.Object({ task: TaskId, done: flag('Whether it is done.', true) }),
    errors: ['task_not_found'],
  }),
  set: post('/admin/event/tasks', 'admin', {
    ticket: 'unrelated',
    summary: 'Replace the check-list of a repair day. Tasks that stay keep whether they are done.',
    input: Type.Object({
      id: DayId,
      version: Version,
      tasks: field(Type.Array(TaskInput, { maxItems: 100 }), 'The tasks.'),
    }),
    errors: ['repair_day_not_found', 'repair_day_state', 'repair_day_changed', 'task_not_found', 'member_not_found'],
  }),
}
