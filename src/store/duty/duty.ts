import type { Correction, DutyEntry, NewDutyEntry } from '#rules/duty/duty.ts'
import { inList, insertReturningId, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'

const version = statement((db) => db.selectFrom('duty').select('version'))
const insert = insertReturningId('situation')

/** The one row: the current roster and the last correction of the head count. */
export interface DutyRow {
  readonly version: number
  readonly changedAt: number | null
  readonly rosterId: number | null
  readonly correction: Correction | undefined
  /** The staff of shifts that ended by then is in `shift_staff`. */
  readonly staffedUntil: number
}

export class DutyStore extends Queries {
  async version(): Promise<number> {
    const [row] = await version(this.db)
    if (!row) throw new Error('the row of duty is missing')
    return row.version
  }
  async read(): Promise<DutyRow> {
    const row = await this.db.selectFrom('duty').selectAll().executeTakeFirstOrThrow()
    const { head_count, head_count_at, head_count_after } = row
    return {
      version: row.version,
      changedAt: row.changed_at,
      rosterId: row.roster_id,
      staffedUntil: row.staffed_until,
      correction:
        head_count === null || head_count_at === null || head_count_after === null
          ? undefined
          : { at: head_count_at, count: head_count, after: head_count_after },
    }
  }
  /**
   * Each change that depends on duty first locks this row, so that such changes run one after another. An update
   * without a change is a lock on both databases.
   */
  async lock(): Promise<void> {
    await this.db
      .updateTable('duty')
      .set((eb) => ({ version: eb.ref('version') }))
      .execute()
  }
  /** Makes other nodes refresh. `changedAt` is set if the public information changed. */
  async touch(changedAt?: number): Promise<void> {
    const changed = changedAt === undefined ? {} : { changed_at: changedAt }
    await this.db
      .updateTable('duty')
      .set((eb) => ({ version: eb('version', '+', 1), ...changed }))
      .execute()
  }
  async setRoster(id: number | null): Promise<void> {
    await this.db.updateTable('duty').set({ roster_id: id }).execute()
  }
  async setCorrection(correction: Correction | undefined): Promise<void> {
    await this.db
      .updateTable('duty')
      .set({
        head_count: correction?.count ?? null,
        head_count_at: correction?.at ?? null,
        head_count_after: correction?.after ?? null,
      })
      .execute()
  }
  async setStaffedUntil(at: number): Promise<void> {
    await this.db.updateTable('duty').set({ staffed_until: at }).execute()
  }
  /** The entries that may still count, in order. */
  async situations(): Promise<DutyEntry[]> {
    const rows = await this.db
      .selectFrom('situation')
      .leftJoin('repair_day', 'repair_day.situation_id', 'situation.id')
      .where('over_at', 'is', null)
      .selectAll('situation')
      .select(['repair_day.id as day', 'title_zh', 'title_en'])
      .orderBy('situation.id')
      .execute()
    const helpers = Map.groupBy(
      await this.db
        .selectFrom('helper')
        .innerJoin('member', 'member.id', 'helper.member_id')
        .where(
          inList(
            this.db,
            'helper.day_id',
            rows.flatMap(({ day }) => day ?? []),
          ),
        )
        .where('helper.state', '=', 'signed')
        .select(['helper.day_id as day', 'member.name'])
        .orderBy('helper.position')
        .execute(),
      ({ day }) => day,
    )
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      duty: row.duty,
      count: row.head_count,
      place: row.place,
      reason: row.reason,
      recover: row.recover,
      from: row.starts_at,
      until: row.ends_at,
      time: row.other_time,
      ...(row.day === null
        ? {}
        : {
            repairDay: {
              id: row.day,
              title: { zh_CN: row.title_zh ?? '', en_US: row.title_en ?? '' },
              helpers: (helpers.get(row.day) ?? []).map(({ name }) => name),
            },
          }),
    }))
  }
  async addSituation(memberId: number, at: number, input: NewDutyEntry): Promise<number> {
    return insert(this.db, {
      at,
      member_id: memberId,
      duty: input.duty,
      head_count: input.count,
      place: input.place,
      reason: input.reason,
      recover: input.recover,
      starts_at: input.from,
      ends_at: input.until,
      other_time: input.time,
      over_at: null,
    })
  }
  async endSituations(ids: readonly number[], at: number): Promise<void> {
    if (ids.length > 0) await this.db.updateTable('situation').set({ over_at: at }).where('id', 'in', ids).execute()
  }
}
