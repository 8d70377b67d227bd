import {
  type BinaryOperationNode,
  ColumnNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  ReferenceNode,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import type { Clock } from '#kit/time.ts'
import type { Tables } from '../tables.ts'
import { moveClock } from './database-clock.ts'
import type { DialectName } from './dialects.ts'
import type { Db } from './engine.ts'

/** Runs one compiled statement; what can answer at once does. One that is `prepared` comes again with the same text. */
export type Run = (query: CompiledQuery, prepared?: boolean) => QueryResult<unknown> | Promise<QueryResult<unknown>>

/**
 * SQLite plans a statement anew whenever it gets a value that a plan may rest on. A limit may be small: a sum is taken as it comes. Some
 * indexes have the rows of some codes alone: codes are few, so they are written out.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  #isCode = false

  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    if (isBound(node.limit)) this.append(' + 0')
  }
  protected override visitOffset(node: OffsetNode): void {
    super.visitOffset(node)
    if (isBound(node.offset)) this.append(' + 0')
  }
  /** One change runs at a time, so there are no locks of rows. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!locks.has(node.modifier)) super.visitSelectModifier(node)
  }
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const before = this.#isCode
    this.#isCode = codes.has(columnIn(node.leftOperand))
    super.visitBinaryOperation(node)
    this.#isCode = before
  }
  protected override appendValue(value: unknown): void {
    if (this.#isCode && typeof value === 'number') this.appendImmediateValue(value)
    else super.appendValue(value)
  }
}
const locks: ReadonlySet<string | undefined> = new Set(['ForUpdate', 'ForNoKeyUpdate', 'ForKeyShare', 'SkipLocked'])
/** Columns that the condition of an index is about. */
const codes: ReadonlySet<string | undefined> = new Set(['active', 'open', 'state', 'status'])
const columnIn = (node: OperationNode): string | undefined =>
  ReferenceNode.is(node) && ColumnNode.is(node.column) ? node.column.column.name : undefined
const isBound = (node: OperationNode) => !(ValueNode.is(node) && node.immediate)

// One for each kind, so that what is compiled once holds for every line.
const adapters = { sqlite: new SqliteAdapter(), postgres: new PostgresAdapter() }

/**
 * Kysely over something that runs statements. Transactions belong to the engines, which know what a group commit and a
 * lost connection are; asking Kysely for one is a mistake, and says so.
 */
export function kyselyOver(kind: DialectName, run: Run, clock?: Clock): Db {
  const connection: DatabaseConnection = {
    // Rows are typed by the query that is being run.
    executeQuery: async <R>(query: CompiledQuery) => (await run(query)) as QueryResult<R>,
    streamQuery: () => refuse(),
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => refuse(),
    commitTransaction: async () => refuse(),
    rollbackTransaction: async () => refuse(),
    destroy: async () => {},
  }
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapters[kind],
      createQueryCompiler: () => (kind === 'sqlite' ? new SqliteCompiler() : new PostgresQueryCompiler()),
      createIntrospector: () => refuse(),
    },
  })
  runs.set(db, run)
  if (clock) moveClock(db, clock)
  return db
}

const runs = new WeakMap<Db, Run>()

/** Runs a statement that is compiled already, past all that Kysely does for those that are not. */
export function runCompiled(db: Db, query: CompiledQuery): ReturnType<Run> {
  const run = runs.get(db)
  if (!run) throw new Error('this database was not opened by kyselyOver')
  return run(query, true)
}

const unanswered = new WeakMap<Db, Promise<unknown>[]>()

/**
 * For a statement whose answer is not needed. It runs in order, but is not waited for: on PostgreSQL it shares a round trip
 * with those after it, at last with the commit. If it fails, so does the change. It has to be compiled already: Kysely sends others a moment
 * later, and the commit would be before them.
 */
export function deferWrite(db: Db, statement: Promise<unknown>): void {
  statement.catch(() => {}) // told by whoever ends the change
  unanswered.getOrInsertComputed(db, () => []).push(statement)
}

/** What a change that is about to end has not waited for. */
export function takeUnanswered(db: Db): Promise<unknown>[] {
  const statements = unanswered.get(db) ?? []
  forgetUnanswered(db)
  return statements
}

export function forgetUnanswered(db: Db): void {
  unanswered.delete(db)
}

function refuse(): never {
  throw new Error('transactions are opened by Store.change alone')
}

/**
 * Does the work of one change and holds it to its duties: wait for every query, and for nothing but queries. On SQLite all
 * writes would wait behind a change that waits for the network; an unawaited query would run in the
 * transaction of another change. Reads (`mayPause`) block no one and may wait for other things; so may
 * very large writes, to let others have their turn.
 */
export async function runWatched<T>(
  kind: DialectName,
  run: Run,
  work: (db: Db) => Promise<T>,
  { clock, mayPause = false }: { readonly clock: Clock | undefined; readonly mayPause?: boolean },
): Promise<T> {
  let under = 0
  let idle = false
  let over = false
  // Between two queries there is no more than the change's own reckoning, which is done before the event loop turns.
  const watch = () => setImmediate(() => (idle ||= under === 0 && !over))
  watch()
  const ask: Run = async (query, prepared) => {
    if (over) throw new Error('a query came when its change was over: it was not awaited')
    under += 1
    try {
      return await run(query, prepared)
    } finally {
      under -= 1
      watch()
    }
  }
  const db = kyselyOver(kind, ask, clock)
  return work(db).finally(async () => {
    over = true
    await allSettledOrThrow(takeUnanswered(db))
    if (under > 0) throw new Error('the change ended before its queries: one was not awaited')
    if (idle && !mayPause) throw new Error('the change waited for something other than the database')
  })
}
