import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { Clock } from '#kit/time.ts'
import { count, emptyTally, publicFigures } from '#rules/open-data/impact.ts'
import { categoryOf, outcomeOf } from '#rules/open-data/ords.ts'
import type { Store } from '#store/store.ts'
import type { SettingService } from '../shared/settings.ts'
import { ordsHeading, ordsRecords } from './ords.ts'
import { oneAtATime, Remembered } from './remembered.ts'
import { finishedRepairs } from './repairs.ts'

export type PublicFigures = ReturnType<typeof publicFigures>

/** What anybody may see of what the team has mended, where it wants that. It must never be a way to keep the service busy. */
export function impactService(store: Store, now: Clock, settings: SettingService) {
  const turns = oneAtATime()
  const figures = new Remembered<PublicFigures>(now, turns)
  const table = new Remembered<Buffer>(now, turns)

  function published(): Settings & { readonly version: number } {
    const current = settings.versioned()
    if (!current.openData.impact) throw new Refusal('impact_off')
    return current
  }

  async function counted(current: Settings): Promise<PublicFigures> {
    const tally = emptyTally()
    for await (const repairs of finishedRepairs(store, current, {}, now()))
      for (const repair of repairs) count(tally, repair.date, categoryOf(repair), outcomeOf(repair), repair.barrier)
    return publicFigures(tally)
  }

  /** Compressed, since it is kept. */
  async function written(current: Settings): Promise<Buffer> {
    const parts: Buffer[] = []
    await pipeline(
      async function* () {
        yield ordsHeading
        yield* ordsRecords(store, current, {}, now())
      },
      createGzip(),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const one of compressed) parts.push(one)
      },
    )
    return Buffer.concat(parts)
  }

  return {
    async figures(): Promise<PublicFigures & { readonly file: boolean }> {
      const current = published()
      const made = await figures.get(current.version, () => counted(current))
      return { ...made, file: current.openData.country !== '' }
    },
    /** The table, gzipped. */
    async table(): Promise<Buffer> {
      const current = published()
      if (!current.openData.country) throw new Refusal('impact_off')
      return table.get(current.version, () => written(current))
    },
  }
}
