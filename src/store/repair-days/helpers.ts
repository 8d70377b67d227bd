import type { HelperState } from '#contract/repair-days/day-states.ts'
import type { Helper, HelperChange, HelperRole, PlannedRole } from '#rules/repair-days/helpers.ts'
import { inList, insertReturningId } from '../engine/index.ts'
import { Queries } from '../queries.ts'

const insert = insertReturningId('helper')
const insertRole = insertReturningId('repair_day_role')

export interface HelperRecord extends Helper {
  readonly day: number
  readonly name: string
}

export class HelperStore extends Queries {
  #helpers() {
    return this.db
      .selectFrom('helper')
      .innerJoin('member', 'member.id', 'helper.member_id')
      .select([
        'helper.id',
        'helper.day_id as day',
        'helper.role_id as role',
        'helper.member_id as member',
        'helper.state',
        'helper.position',
        'helper.asked_until as askedUntil',
        'member.name',
      ])
      .orderBy('helper.position')
      .orderBy('helper.id')
  }
  async rolesOf(days: readonly number[]): Promise<Map<number, HelperRole[]>> {
    const rows = await this.db
      .selectFrom('repair_day_role')
      .where(inList(this.db, 'day_id', days))
      .selectAll()
      .orderBy('id')
      .execute()
    const roles = Map.groupBy(rows, (row) => row.day_id)
    return new Map(
      [...roles].map(([day, of]) => [
        day,
        of.map(({ id, name_zh, name_en, duty, kind, places }) => ({
          id,
          name: { zh_CN: name_zh, en_US: name_en },
          duty,
          kind,
          places,
        })),
      ]),
    )
  }
  async rolesOfDay(day: number): Promise<HelperRole[]> {
    return (await this.rolesOf([day])).get(day) ?? []
  }
  /** In the order of requests. */
  async ofDays(days: readonly number[]): Promise<Map<number, HelperRecord[]>> {
    const rows = await this.#helpers()
      .where(inList(this.db, 'helper.day_id', days))
      .execute()
    return Map.groupBy(rows, ({ day }) => day)
  }
  async ofDay(day: number): Promise<HelperRecord[]> {
    return (await this.ofDays([day])).get(day) ?? []
  }
  async find(id: number): Promise<HelperRecord | undefined> {
    return this.#helpers().where('helper.id', '=', id).executeTakeFirst()
  }
  async replaceRoles(day: number, before: readonly HelperRole[], roles: readonly PlannedRole[]): Promise<void> {
    const kept = new Set(roles.map(({ id }) => id))
    const gone = before.map(({ id }) => id).filter((id) => !kept.has(id))
    await this.db
      .deleteFrom('helper')
      .where(inList(this.db, 'role_id', gone))
      .execute()
    await this.db
      .deleteFrom('repair_day_role')
      .where(inList(this.db, 'id', gone))
      .execute()
    for (const { id, name, duty, kind, places } of roles) {
      const values = { name_zh: name.zh_CN, name_en: name.en_US, duty, kind, places }
      if (id === undefined) await insertRole(this.db, { day_id: day, ...values })
      else await this.db.updateTable('repair_day_role').set(values).where('id', '=', id).execute()
    }
  }
  /** A new request, at the end of the order unless it keeps its place. */
  async put(
    { day, role, member, own }: { day: number; role: number; member: number; own: Helper | undefined },
    state: HelperState,
    position: number,
    at: number,
  ): Promise<number> {
    const values = { state, position, asked_until: null, changed_at: at }
    if (!own) return insert(this.db, { day_id: day, role_id: role, member_id: member, created_at: at, ...values })
    await this.db.updateTable('helper').set(values).where('id', '=', own.id).execute()
    return own.id
  }
  async change(changes: readonly HelperChange[], at: number): Promise<void> {
    for (const { id, state, askedUntil } of changes)
      await this.db
        .updateTable('helper')
        .set({ state, asked_until: askedUntil, changed_at: at })
        .where('id', '=', id)
        .execute()
  }
  /** Days with members who were asked and whose time is over. */
  async withLapsedAsks(at: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('helper')
      .where('asked_until', '<=', at)
      .select('day_id as id')
      .distinct()
      .orderBy('day_id')
      .execute()
    return rows.map(({ id }) => id)
  }
  /** The helpers of repair days that ended in this interval and took place. */
  async ofDaysEnded(after: number, at: number): Promise<{ readonly from: number; readonly memberId: number }[]> {
    return this.db
      .selectFrom('helper')
      .innerJoin('repair_day', 'repair_day.id', 'helper.day_id')
      .where('repair_day.state', 'in', ['announced', 'closed'])
      .where('repair_day.ends_at', '>', after)
      .where('repair_day.ends_at', '<=', at)
      .where('helper.state', '=', 'signed')
      .select(['repair_day.starts_at as from', 'helper.member_id as memberId'])
      .execute()
  }
}
