import type { PlannedTask } from '#rules/repair-days/check-list.ts'
import { insertReturningId } from '../engine/index.ts'
import { Queries } from '../queries.ts'

const insert = insertReturningId('repair_day_task')

export interface TaskRecord extends PlannedTask {
  readonly id: number
  readonly day: number
  readonly name: string | null
  readonly doneAt: number | null
  readonly doneBy: string | null
}

export class DayTaskStore extends Queries {
  #tasks() {
    return this.db
      .selectFrom('repair_day_task as task')
      .leftJoin('member', 'member.id', 'task.member_id')
      .leftJoin('member as doer', 'doer.id', 'task.done_by')
      .select([
        'task.id',
        'task.day_id as day',
        'task.text',
        'task.due_on as due',
        'task.member_id as member',
        'member.name',
        'task.done_at as doneAt',
        'doer.name as doneBy',
      ])
      .orderBy('task.due_on')
      .orderBy('task.id')
  }
  async ofDay(day: number): Promise<TaskRecord[]> {
    return this.#tasks().where('task.day_id', '=', day).execute()
  }
  async find(id: number): Promise<TaskRecord | undefined> {
    return this.#tasks().where('task.id', '=', id).executeTakeFirst()
  }
  /** Of drafts and announced days that end after a moment. */
  async open(at: number): Promise<TaskRecord[]> {
    return this.#tasks()
      .innerJoin('repair_day', 'repair_day.id', 'task.day_id')
      .where('repair_day.state', 'in', ['draft', 'announced'])
      .where('repair_day.ends_at', '>', at)
      .where('task.done_at', 'is', null)
      .execute()
  }
  async replace(day: number, before: readonly TaskRecord[], tasks: readonly PlannedTask[]): Promise<void> {
    const kept = new Set(tasks.map(({ id }) => id))
    for (const { id } of before)
      if (!kept.has(id)) await this.db.deleteFrom('repair_day_task').where('id', '=', id).execute()
    for (const { id, text, due, member } of tasks) {
      const values = { text, due_on: due, member_id: member }
      if (id === undefined) await insert(this.db, { day_id: day, ...values, done_at: null, done_by: null })
      else await this.db.updateTable('repair_day_task').set(values).where('id', '=', id).execute()
    }
  }
  async setDone(id: number, done: { readonly at: number; readonly by: number } | undefined): Promise<void> {
    const values = { done_at: done?.at ?? null, done_by: done?.by ?? null }
    await this.db.updateTable('repair_day_task').set(values).where('id', '=', id).execute()
  }
  /** Another member has to take them. */
  async releaseOpen(memberId: number): Promise<void> {
    await this.db
      .updateTable('repair_day_task')
      .set({ member_id: null })
      .where('member_id', '=', memberId)
      .where('done_at', 'is', null)
      .execute()
  }
}
