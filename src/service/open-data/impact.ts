import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Refusal } from '#contract/errors.ts'
import type { Settings } from '#contract/team/settings.ts'
import { countRepair, emptyTally, publicFigures } from '#rules/open-data/impact.ts'
import { ordsCategory, ordsOutcome } from '#rules/open-data/ords.ts'
import { type Ctx, perContext } from '../shared/context.ts'
import { ordsHeading, ordsRecords } from './ords.ts'
import { finishedRepairs } from './repairs.ts'
import { oneAtATime, TimedCache } from './timed-cache.ts'

export type PublicFigures = ReturnType<typeof publicFigures>

/** Both share a semaphore, so that one runs at a time. */
const memoryOf = perContext(({ now }) => {
  const turns = oneAtATime()
  return { figures: new TimedCache<PublicFigures>(now, turns), table: new TimedCache<Buffer>(now, turns) }
})

function publishedSettings(ctx: Ctx): Settings & { readonly version: number } {
  const current = ctx.settings.versioned()
  if (!current.openData.impact) throw new Refusal('impact_off')
  return current
}

async function countFigures(ctx: Ctx, current: Settings): Promise<PublicFigures> {
  const tally = emptyTally()
  for await (const repairs of finishedRepairs(ctx.store, current, {}, ctx.now()))
    for (const repair of repairs)
      countRepair(tally, repair.date, ordsCategory(repair), ordsOutcome(repair), repair.barrier)
  return publicFigures(tally)
}

/** Compressed, because it stays in memory. */
async function writeTable(ctx: Ctx, current: Settings): Promise<Buffer> {
  const parts: Buffer[] = []
  await pipeline(
    async function* () {
      yield ordsHeading
      yield* ordsRecords(ctx.store, current, {}, ctx.now())
    },
    createGzip(),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const one of compressed) parts.push(one)
    },
  )
  return Buffer.concat(parts)
}

export async function impactFigures(ctx: Ctx): Promise<PublicFigures & { readonly file: boolean }> {
  const current = publishedSettings(ctx)
  const made = await memoryOf(ctx).figures.get(current.version, () => countFigures(ctx, current))
  return { ...made, file: current.openData.country !== '' }
}

export async function impactTable(ctx: Ctx): Promise<Buffer> {
  const current = publishedSettings(ctx)
  if (!current.openData.country) throw new Refusal('impact_off')
  return memoryOf(ctx).table.get(current.version, () => writeTable(ctx, current))
}
