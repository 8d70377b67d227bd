import type { Config } from '#config/config.ts'
import { checksumOf, sumRows } from '#service/hours/periods.ts'
import { openSnapshots } from '#store/engine/whole-database.ts'
import { type HourPeriodRow, HourStore, type HourSumRow } from '#store/hours/hours.ts'

/** Finds closed periods of hours that have changed since. Reads only. */
export async function findChangedPeriods(database: Config['database']): Promise<HourPeriodRow[]> {
  await using opened = await openSnapshots(database)
  return await opened.snapshot(async (db) => {
    const hours = new HourStore(db)
    const sums = Map.groupBy(await hours.sums(), ({ period_id }) => period_id)
    const changed: HourPeriodRow[] = []
    for (const period of await hours.periods()) {
      const lines = (await hours.ofPeriod(period.id)).map((line) => ({ ...line, counted: line.counted ?? 0 }))
      const minutes = lines.reduce((sum, { counted }) => sum + counted, 0)
      const isWhole =
        checksumOf(period.rule, lines) === period.checksum &&
        minutes === period.minutes &&
        lines.length === period.lines &&
        sumsText(sumRows(period.id, lines)) === sumsText(sums.get(period.id) ?? [])
      if (!isWhole) changed.push(period)
    }
    return changed
  })
}

const sumsText = (sums: readonly HourSumRow[]) =>
  sums
    .map(({ member_id, kind, minutes }) => `${member_id} ${kind} ${minutes}`)
    .sort()
    .join()
