import { csvRecord } from '#kit/csv-writer.ts'
import { xlsxFiles } from '#kit/xlsx.ts'
import { zipped } from '#service/shared/zip.ts'
import type { Engine } from '#store/engine/engine.ts'
import { invent, seededRandom } from '../../scripts/million/invent.ts'

const headings = ['报修日期', '完成日期', '设备', '型号', '故障', '机主', '电话']

/** A table of generated repairs, by seed. */
export function generatedTable(count: number, seed: number): string[][] {
  const random = seededRandom(seed)
  const now = Date.parse('2026-01-01T00:00:00Z')
  const day = (at: number) => new Date(Math.min(at, now)).toISOString().slice(0, 10)
  const rows = Array.from({ length: count }, (_, i) => {
    const { device, device_model, description, owner, phone, ...ticket } = invent(random, i, count, now)
    const finished = ticket.finished_at === null ? '' : day(ticket.finished_at)
    return [day(ticket.created_at), finished, device, device_model, description, owner, phone]
  })
  return [headings, ...rows]
}

export const asCsv = (rows: readonly string[][]): string => rows.map(csvRecord).join('')
export const asXlsx = (rows: readonly string[][]): Promise<Buffer> => zipped(xlsxFiles('2026', rows))

/** The row counts of all tables that an import writes, once no import is running. */
export async function importedCounts(engine: Engine): Promise<Record<string, number>> {
  const names = ['ticket', 'person', 'note', 'imported', 'tally_queue', 'gram_queue', 'log'] as const
  return engine.change(async (db) => {
    const found: Record<string, number> = {}
    for (const name of names) {
      const { n } = await db
        .selectFrom(name)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      found[name] = n
    }
    return found
  })
}
