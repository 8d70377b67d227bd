import { categories } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import { csvRecord } from '#kit/csv-writer.ts'
import type { DateRange } from '#kit/time.ts'
import { ordsCategory, ordsCells, ordsColumns } from '#rules/open-data/ords.ts'
import { type Personal, personal, type Scrub, scrubber } from '#rules/open-data/scrub.ts'
import { type Store, withEvent } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'
import { finishedRepairs, ordsTeamOf } from './repairs.ts'

export const ordsHeading = csvRecord(ordsColumns)

export interface OrdsCounts {
  rows: number
  /** Rows whose missing category was guessed, and rows with an unclear category. */
  guessed: number
  unclear: number
  /** Removals of personal data, by kind. */
  readonly taken: Record<Personal, number>
}

export const emptyOrdsCounts = (): OrdsCounts => ({
  rows: 0,
  guessed: 0,
  unclear: 0,
  taken: Object.fromEntries(personal.map((what) => [what, 0])) as Record<Personal, number>, // one for each name
})

/** Yields the records in parts, and fills `written`. */
export async function* ordsRecords(
  store: Store,
  settings: Settings,
  range: DateRange,
  now: number,
  written: OrdsCounts = emptyOrdsCounts(),
): AsyncGenerator<string> {
  const scrub = await scrubOf(store, (what) => {
    written.taken[what] += 1
  })
  const team = ordsTeamOf(settings)
  for await (const repairs of finishedRepairs(store, settings, range, now)) {
    let records = ''
    for (const repair of repairs) {
      const category = ordsCategory(repair)
      written.rows += 1
      if (repair.category === 0) written[category === categories.misc ? 'unclear' : 'guessed'] += 1
      records += csvRecord(ordsCells({ ...repair, category }, team, scrub))
    }
    yield records
  }
}

async function scrubOf(store: Store, taken: (what: Personal) => void): Promise<Scrub> {
  return scrubber(await store.read((tx) => tx.openData.memberNames()), taken)
}

function settingsWith(ctx: Ctx, country: string | undefined): Settings {
  const current = ctx.settings.current()
  const openData = { ...current.openData, country: country ?? current.openData.country }
  if (!/^[A-Z]{3}$/.test(openData.country)) throw new Refusal('bad_input', { field: 'country', flaw: 'not_a_country' })
  return { ...current, openData }
}

/** Yields the heading and the records in parts, and fills `written`. */
export async function* ordsTable(ctx: Ctx, range: DateRange, written: OrdsCounts, country?: string) {
  yield ordsHeading
  yield* ordsRecords(ctx.store, settingsWith(ctx, country), range, ctx.now(), written)
}

export async function exportOrds(ctx: Ctx, { from = '', until = '' }: DateRange, rows: number): Promise<void> {
  await ctx.store.change(async (tx) => {
    const by = { personId: null, memberId: null }
    return withEvent(tx, { kind: 'data.exported', by, at: ctx.now(), from, until, rows })
  })
}
