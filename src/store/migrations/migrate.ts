import { sql } from 'kysely'
import type { Db } from '../engine/index.ts'
import type { Engine } from '../engine/whole-database.ts'
import { people } from './001-people.ts'
import { feedbackAndLog } from './002-feedback-and-log.ts'
import { settings } from './003-settings.ts'
import { tickets } from './004-tickets.ts'
import { duty } from './005-duty.ts'
import { forwarding } from './006-forwarding.ts'
import { board } from './007-board.ts'
import { lettersAlone } from './008-letters.ts'
import { proof } from './009-proof.ts'
import { attempts } from './010-attempts.ts'
import { keys } from './011-keys.ts'
import { guests } from './012-guests.ts'
import { versions } from './013-versions.ts'
import { events } from './014-events.ts'
import { ticketQueues } from './015-ticket-queues.ts'
import { dayLists } from './016-day-lists.ts'
import { ticketSeen } from './017-ticket-seen.ts'
import { kinds } from './018-kinds.ts'
import { messages } from './019-messages.ts'
import { counter } from './020-counter.ts'
import { hours } from './021-hours.ts'
import { outcomes } from './022-outcomes.ts'
import { contentCheck } from './023-content-check.ts'
import { occasions } from './024-occasions.ts'
import { needsProof } from './025-needs-proof.ts'
import { pendingCodes } from './026-pending-codes.ts'
import { receiptMakers } from './027-receipt-makers.ts'
import { removedMembers } from './028-removed-members.ts'
import { leases } from './029-leases.ts'
import { importRuns } from './030-import-runs.ts'
import { bench } from './031-bench.ts'
import { notesInSearch } from './032-notes-in-search.ts'
import { repairDays } from './033-repair-days.ts'
import type { Migration } from './migration.ts'

/** In order. An applied migration never changes. To go back, restore a backup. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-people': people,
  '002-feedback-and-log': feedbackAndLog,
  '003-settings': settings,
  '004-tickets': tickets,
  '005-duty': duty,
  '006-forwarding': forwarding,
  '007-board': board,
  '008-letters': lettersAlone,
  '009-proof': proof,
  '010-attempts': attempts,
  '011-keys': keys,
  '012-guests': guests,
  '013-versions': versions,
  '014-events': events,
  '015-ticket-queues': ticketQueues,
  '016-day-lists': dayLists,
  '017-ticket-seen': ticketSeen,
  '018-kinds': kinds,
  '019-messages': messages,
  '020-counter': counter,
  '021-hours': hours,
  '022-outcomes': outcomes,
  '023-content-check': contentCheck,
  '024-occasions': occasions,
  '025-needs-proof': needsProof,
  '026-pending-codes': pendingCodes,
  '027-receipt-makers': receiptMakers,
  '028-removed-members': removedMembers,
  '029-leases': leases,
  '030-import-runs': importRuns,
  '031-bench': bench,
  '032-notes-in-search': notesInSearch,
  '033-repair-days': repairDays,
}

/** A newer version has written the database, so this one must not use it. */
export class NewerSchema extends Error {
  override name = 'NewerSchema'
}

/**
 * Applies the missing migrations and returns their names. Each one and its row in `migration` are one transaction. Nodes that start at the same
 * time take turns.
 */
export async function migrate(engine: Engine, now: number): Promise<string[]> {
  // On PostgreSQL, concurrent "create table if not exists" statements can collide, so the lock comes first.
  await engine.change(async (db) => {
    await takeTurns(engine, db)
    await sql
      .raw(
        `create table if not exists migration (name text primary key, applied_at ${engine.kind.int} not null ${engine.kind.end}`,
      )
      .execute(db)
  }, large)
  const known = await engine.read(appliedNames)
  refuseNewer(known)
  const done: string[] = []
  for (const [name, migration] of Object.entries(migrations)) {
    if (known.includes(name)) continue
    const applied = await engine.change(async (db) => {
      await takeTurns(engine, db)
      // Another node may have applied it before this one got the lock.
      const names = await appliedNames(db)
      refuseNewer(names)
      if (names.includes(name)) return false
      for (const statement of migration(engine.kind)) await sql.raw(statement).execute(db)
      await db.insertInto('migration').values({ name, applied_at: now }).execute()
      return true
    }, large)
    if (applied) done.push(name)
  }
  return done
}

// A step may take minutes in a large database, and so may waiting for another node.
const large = { large: true }

async function appliedNames(db: Db): Promise<string[]> {
  return (await db.selectFrom('migration').select('name').execute()).map((row) => row.name)
}

/** Throws unless all migrations of this version are applied, and no others. */
export async function assertMigrated(db: Db): Promise<void> {
  const names = await appliedNames(db)
  refuseNewer(names)
  const missing = Object.keys(migrations).filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`the database lacks ${missing.join(', ')}`)
}

/** Throws if there are migrations that this version does not have. */
export function refuseNewer(names: readonly string[]): void {
  const unknown = names.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0) {
    throw new NewerSchema(
      `The database was written by a newer version of Fettle (${unknown.join(', ')}). Update Fettle, or restore an older backup.`,
    )
  }
}

/** Takes a lock until the end of the transaction. On SQLite the write transaction is one already. */
export async function takeTurns(engine: Engine, db: Db): Promise<void> {
  if (engine.kind.name === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db)
}
// An arbitrary number that nothing else uses.
export const lockNumber = 464_554_457
