import { statusMeaning, ticketTypes } from '#contract/codes.ts'
import { textIn } from '#contract/languages.ts'
import type { Settings } from '#contract/team/settings.ts'
import { words } from '#contract/words/index.ts'
import { type DateRange, wallClock } from '#kit/time.ts'
import { idOfKey, isOwnKey, type OrdsRepair, type OrdsTeam, ordsKey, ordsLetters } from '#rules/open-data/ords.ts'
import { redacted } from '#rules/visibility.ts'
import type { RepairRow } from '#store/open-data/open-data.ts'
import type { Store } from '#store/store.ts'
import type { TicketCursor } from '#store/tickets/export.ts'
import { instantsOf } from '../shared/date-range.ts'
import { keysetParts } from '../shared/keyset.ts'

const part = 200

/** Missing names are taken from each other. */
export function ordsTeamOf({ openData, teamName }: Settings): OrdsTeam {
  const { provider, group, country } = openData
  return {
    provider: provider || group || teamName || 'Fettle',
    group: group || teamName || provider || 'Fettle',
    country,
  }
}

/**
 * The repairs finished in these days, in order, in parts. Reads nothing later than `now`, so that a repair that is
 * finished again does not occur twice. Repairs from other teams' open data are left out.
 */
export async function* finishedRepairs(
  store: Store,
  settings: Settings,
  range: DateRange,
  now: number,
): AsyncGenerator<readonly OrdsRepair[]> {
  const { since, end } = instantsOf(range, settings.timeZone)
  const letters = ordsLetters(ordsTeamOf(settings).provider)
  const ownKey = (id: number) => ordsKey(`${letters}-${id}`) ?? ''
  const load = (after: TicketCursor) =>
    store.read(async (tx) => {
      const rows = await tx.openData.after(after, Math.min(end, now + 1), part)
      const ids = rows.map(({ id }) => id)
      return {
        rows,
        keys: await tx.openData.keysOf(ids),
        known: await tx.openData.knownKeys(ids.map(ownKey)),
        people: await tx.openData.namesOf(ids),
      }
    })
  for await (const { rows, keys, known, people } of keysetParts(since, part, load, (row) => row.finished_at ?? 0)) {
    const imported = (id: number) => {
      const key = keys.get(id)
      return key === undefined ? { taken: known.has(ownKey(id)) } : { imported: idOfKey(key) }
    }
    const own = rows.filter(({ id }) => !keys.has(id) || isOwnKey(keys.get(id) ?? '', letters))
    if (own.length > 0)
      yield own.map((row) => ({ ...repairOf(row, people.get(row.id) ?? [], settings), ...imported(row.id) }))
  }
}

function repairOf(ticket: RepairRow, people: readonly string[], settings: Settings): OrdsRepair {
  const row = redacted(ticket)
  return {
    id: row.id,
    kind: kindName(row, settings),
    device: row.device,
    model: row.device_model,
    description: row.description,
    remedy: row.remedy,
    repaired: statusMeaning(row.status).repaired,
    outcome: row.outcome,
    barrier: row.barrier,
    category: row.category,
    brand: row.brand,
    year: row.year,
    date: wallClock(row.finished_at ?? 0, settings.timeZone).slice(0, 10),
    people,
  }
}

/** Uses the language of the team, so that a kind always has the same name. */
function kindName({ type, kind }: RepairRow, { kinds, lang }: Settings): string {
  const own = kinds.find(({ id }) => id === kind)
  const name = type === ticketTypes.computer ? 'computer' : 'appliance'
  return (own && textIn(own.name, lang)) || words[lang].codes.type[name]
}
