import { setImmediate as turn } from 'node:timers/promises'
import type { Static } from 'typebox'
import { Refusal } from '#contract/errors.ts'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Contract } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { EventActor } from '#events/event.ts'
import { day, wallClock } from '#kit/time.ts'
import type { ChangeResult, Tx } from '#store/store.ts'
import { assertNotErased } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { changeDuty } from '../shared/duty-memory.ts'
import { afterCommit } from '../shared/warn.ts'
import { ticketGrams } from '../tickets/search-text.ts'

type List = Static<Contract['imports']['list']['output']>
type Outcome = Static<Contract['imports']['undo']['output']>

/** An imported ticket, member or roster. */
interface ImportedRow {
  readonly id: number
  readonly name: string
}

const batch = 500

export async function listImports(ctx: Ctx): Promise<List> {
  const { timeZone } = ctx.settings.current()
  const at = ctx.now()
  const runs = await ctx.store.read((tx) => tx.importRuns.list(limits.importRuns))
  return {
    list: runs.map((run) => ({
      id: run.id,
      kind: run.kind,
      op: run.name ?? '',
      added: run.added,
      removed: run.removed ?? 0,
      createdTime: wallClock(run.at, timeZone),
      undoUntil: wallClock(run.at + day, timeZone),
      undoable: run.undone_at === null && at < run.at + day,
      undoneTime: run.undone_at === null ? ('' as const) : wallClock(run.undone_at, timeZone),
    })),
  }
}

/** Removes unused rows, and returns their number. */
async function removeUnused(ctx: Ctx, tx: Tx, kind: ImportKind, id: number, at: number): Promise<number> {
  if (kind === 'members') {
    await tx.members.lockAdmins()
    return changeDuty(tx, ctx.settings.current(), at, () => removeMembers(tx, id))
  }
  return kind === 'roster' ? removeRosters(tx, id) : removeTickets(tx, id)
}

/** Undoing an import again changes nothing and returns the same answer. */
export async function undoImport(ctx: Ctx, by: EventActor, id: number): Promise<Outcome> {
  const answer = await ctx.store.change(
    async (tx): Promise<ChangeResult<Outcome>> => {
      const at = ctx.now()
      const { personId } = by
      if (personId !== null) await assertNotErased(tx, { personId })
      await tx.imports.lockImports()
      const run = await tx.importRuns.lock(id)
      if (!run) throw new Refusal('import_not_found')
      const { kind, undone_at } = run
      if (undone_at !== null)
        return { answer: { removed: run.removed ?? 0, ...(await keptOf(tx, kind, id)) }, events: [] }
      if (at >= run.at + day) throw new Refusal('import_undo_over')
      const removed = await removeUnused(ctx, tx, kind, id, at)
      await tx.importRuns.setUndone(id, at, removed)
      const kept = await keptOf(tx, kind, id)
      const event = await tx.record({
        kind: 'data.import_undone',
        by,
        at,
        what: kind,
        rows: removed,
        kept: kept.stay,
      })
      return { answer: { removed, ...kept }, events: [event] }
    },
    { large: true },
  )
  await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
  await afterCommit(ctx.warn, 'scrub the database', () => ctx.store.storage.scrub())
  return answer
}

async function keptOf(tx: Tx, kind: ImportKind, id: number): Promise<{ stay: number; kept: ImportedRow[] }> {
  const { importRuns } = tx
  const all = await (kind === 'members'
    ? importRuns.members(id)
    : kind === 'roster'
      ? importRuns.rosters(id)
      : importRuns.tickets(id))
  return { stay: all.length, kept: all.slice(0, limits.importKept) }
}

/** Other changes run between two batches. */
async function removeTickets(tx: Tx, importId: number): Promise<number> {
  let removed = 0
  let above = 0
  for (;;) {
    const ids = await tx.importRuns.lockTickets(importId, above, batch)
    if (ids.length === 0) return removed
    above = ids.at(-1) ?? above
    const used = await tx.importRuns.usedTickets(ids)
    const unused = ids.filter((id) => !used.has(id))
    const people = await tx.importRuns.removeTickets(unused, ticketGrams)
    await tx.guests.deleteIdleAmong(people)
    removed += unused.length
    await turn()
  }
}

async function removeMembers(tx: Tx, importId: number): Promise<number> {
  const members = await tx.importRuns.members(importId)
  const used = await tx.importRuns.usedMembers(members.map(({ id }) => id))
  const rosters = await tx.rosters.list()
  const planned = new Set(rosters.flatMap(({ slots }) => slots.flatMap(({ workers }) => workers)))
  const unused = members.filter(({ id, name }) => !used.has(id) && !planned.has(name))
  await tx.importRuns.removeMembers(unused.map(({ id }) => id))
  return unused.length
}

async function removeRosters(tx: Tx, importId: number): Promise<number> {
  const ids = (await tx.importRuns.rosters(importId)).map(({ id }) => id)
  const used = await tx.importRuns.usedRosters(ids)
  const unused = ids.filter((id) => !used.has(id))
  await tx.importRuns.removeRosters(unused)
  return unused.length
}
