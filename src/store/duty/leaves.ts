import { countOf, insertReturningId } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { shiftWithoutWords } from './conclusions.ts'

/** `date` is `null` if the week was unclear and kept as written. */
export interface LeaveRow {
  readonly id: number
  readonly memberId: number
  readonly member: string
  readonly memberActive: number
  readonly week: string
  readonly shift: string
  readonly date: string | null
  readonly number: number | null
  readonly reason: string
  /** `null` also if the substitute has left the team. */
  readonly substituteId: number | null
  readonly substitute: string | null
  /** When the substitute took the offered shift; `null` for a named substitute. */
  readonly takenAt: number | null
  readonly createdAt: number
}

export interface NewLeave
  extends Pick<LeaveRow, 'memberId' | 'week' | 'shift' | 'date' | 'number' | 'reason' | 'substituteId'> {
  readonly at: number
}

const insert = insertReturningId('leave')

const columnsOf = ({ week, shift, reason, substituteId, at }: NewLeave) => ({
  week,
  shift,
  reason,
  substitute_id: substituteId,
  created_at: at,
})

export class LeaveStore extends Queries {
  #named() {
    return this.db
      .selectFrom('leave')
      .innerJoin('member', 'member.id', 'leave.member_id')
      .leftJoin('member as other', (join) =>
        join.onRef('other.id', '=', 'leave.substitute_id').on('other.active', '=', 1),
      )
      .select([
        'leave.id',
        'leave.member_id as memberId',
        'member.name as member',
        'member.active as memberActive',
        'leave.week',
        'leave.shift',
        'leave.date',
        'leave.number',
        'leave.reason',
        'other.id as substituteId',
        'other.name as substitute',
        'leave.taken_at as takenAt',
        'leave.created_at as createdAt',
      ])
  }
  async find(id: number): Promise<LeaveRow | undefined> {
    return this.#named().where('leave.id', '=', id).executeTakeFirst()
  }
  /** The leave from this shift, or with this wording of an unclear one. */
  async findSame(
    memberId: number,
    when: Pick<LeaveRow, 'date' | 'number' | 'week' | 'shift'>,
  ): Promise<LeaveRow | undefined> {
    const mine = this.#named().where('leave.member_id', '=', memberId)
    const same =
      when.date === null || when.number === null
        ? mine.where('leave.date', 'is', null).where('leave.week', '=', when.week).where('leave.shift', '=', when.shift)
        : mine.where('leave.date', '=', when.date).where('leave.number', '=', when.number)
    return same.executeTakeFirst()
  }
  async since(date: string): Promise<LeaveRow[]> {
    return this.#named().where('leave.date', '>=', date).orderBy('leave.date').orderBy('leave.id').execute()
  }
  async ofMember(memberId: number): Promise<LeaveRow[]> {
    return this.#named().where('leave.member_id', '=', memberId).orderBy('leave.id').execute()
  }
  /** The roster still shows the absence. */
  async eraseWords(memberId: number): Promise<void> {
    await this.db
      .updateTable('leave')
      .set({ reason: '', ...shiftWithoutWords })
      .where('member_id', '=', memberId)
      .execute()
  }
  /** With `unbound`, only leaves whose week was kept as written. */
  async list(offset: number, count: number, unbound: boolean): Promise<LeaveRow[]> {
    return this.#named()
      .$if(unbound, (query) => query.where('leave.date', 'is', null))
      .orderBy('leave.id', 'desc')
      .offset(offset)
      .limit(count)
      .execute()
  }
  count(unbound: boolean) {
    return countOf(this.db.selectFrom('leave').$if(unbound, (query) => query.where('date', 'is', null)))
  }
  add(input: NewLeave): Promise<number> {
    return insert(this.db, {
      ...columnsOf(input),
      member_id: input.memberId,
      date: input.date,
      number: input.number,
      taken_at: null,
    })
  }
  async replace(id: number, input: NewLeave, takenAt: number | null): Promise<void> {
    const changed = { ...columnsOf(input), taken_at: takenAt }
    await this.db.updateTable('leave').set(changed).where('id', '=', id).execute()
  }
  async remove(id: number): Promise<void> {
    await this.db.deleteFrom('leave').where('id', '=', id).execute()
  }
  async take(id: number, substituteId: number, at: number): Promise<void> {
    await this.db.updateTable('leave').set({ substitute_id: substituteId, taken_at: at }).where('id', '=', id).execute()
  }
}
