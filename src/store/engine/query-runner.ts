import {
  type BinaryOperationNode,
  ColumnNode,
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
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
import { setTestClock } from './database-clock.ts'
import type { DialectName } from './dialects.ts'
import type { Db } from './engine.ts'
import { bindPlaceholders } from './placeholder.ts'

/** Runs one compiled statement. SQLite answers synchronously. A `prepared` statement is sent again later with the same text. */
export type Run = (query: CompiledQuery, prepared?: boolean) => QueryResult<unknown> | Promise<QueryResult<unknown>>

/**
 * Avoids bound parameters that influence SQLite's query plan, because SQLite replans a prepared statement whenever such a parameter changes.
 * A bound limit or offset becomes a sum, which the planner ignores. Values of columns with partial indexes are written as literals.
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
  /** SQLite has no row locks and needs none, because one change runs at a time. */
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
/** Columns in the conditions of partial indexes. */
const codes: ReadonlySet<string | undefined> = new Set(['active', 'open', 'state', 'status'])
const columnIn = (node: OperationNode): string | undefined =>
  ReferenceNode.is(node) && ColumnNode.is(node.column) ? node.column.column.name : undefined
const isBound = (node: OperationNode) => !(ValueNode.is(node) && node.immediate)

// Shared by all connections, because `compileOnce` keeps one compiled query for each adapter.
const adapters = { sqlite: new SqliteAdapter(), postgres: new PostgresAdapter() }

/** The engines run transactions themselves, because of group commits and lost connections. */
class StatementDriver extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.#connection = connection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override async beginTransaction(): Promise<never> {
    return refuse()
  }
}

/** A Kysely instance whose statements go to `run`. */
export function kyselyOver(kind: DialectName, run: Run, testClock?: Clock): Db {
  const driver = new StatementDriver({
    executeQuery: async <R>(query: CompiledQuery) =>
      (await run({ ...query, parameters: bindPlaceholders(query, db) })) as QueryResult<R>, // the query determines the row type
    streamQuery: () => refuse(),
  })
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapters[kind],
      createQueryCompiler: () => (kind === 'sqlite' ? new SqliteCompiler() : new PostgresQueryCompiler()),
      createIntrospector: () => refuse(),
    },
  })
  runs.set(db, run)
  if (testClock) setTestClock(db, testClock)
  return db
}

const runs = new WeakMap<Db, Run>()

/** Runs a compiled statement without Kysely's own overhead. */
export function runCompiled(db: Db, query: CompiledQuery): ReturnType<Run> {
  const run = runs.get(db)
  if (!run) throw new Error('this database was not opened by kyselyOver')
  return run(query, true)
}

const deferred = new WeakMap<Db, Promise<unknown>[]>()

/**
 * Registers a write that the change does not await, so that on PostgreSQL it shares a round trip with later statements or the commit.
 * The change fails if the write fails. Only for compiled statements: Kysely sends others asynchronously, possibly after the commit.
 */
export function deferWrite(db: Db, statement: Promise<unknown>): void {
  statement.catch(() => {}) // the end of the change reports it
  deferred.getOrInsertComputed(db, () => []).push(statement)
}

/** Returns and clears the deferred writes of a change that is about to commit. */
export function takeDeferred(db: Db): Promise<unknown>[] {
  const statements = deferred.get(db) ?? []
  discardDeferred(db)
  return statements
}

export function discardDeferred(db: Db): void {
  deferred.delete(db)
}

function refuse(): never {
  throw new Error('only Store.change opens transactions')
}

/**
 * Runs the work of one transaction and checks that it awaits every query and nothing else. On SQLite all writes queue behind a change that
 * waits for the network, and a query that is not awaited would run in another transaction. With `mayPause` it may await other things:
 * for reads, which block nothing, and for very large writes, which pause to let other changes run.
 */
export async function runChecked<T>(
  kind: DialectName,
  run: Run,
  work: (db: Db) => Promise<T>,
  { clock, mayPause = false }: { readonly clock: Clock | undefined; readonly mayPause?: boolean },
): Promise<T> {
  let running = 0
  let idle = false
  let ended = false
  // Computation between two queries ends within one event-loop turn. A turn without a running query means that the work awaits something else.
  const checkNextTurn = () => setImmediate(() => (idle ||= running === 0 && !ended))
  checkNextTurn()
  const runCounted: Run = async (query, prepared) => {
    if (ended) throw new Error('a query ran after its transaction had ended: it was not awaited')
    running += 1
    try {
      return await run(query, prepared)
    } finally {
      running -= 1
      checkNextTurn()
    }
  }
  const db = kyselyOver(kind, runCounted, clock)
  return work(db).finally(async () => {
    ended = true
    await allSettledOrThrow(takeDeferred(db))
    if (running > 0) throw new Error('the change ended before its queries: one was not awaited')
    if (idle && !mayPause) throw new Error('the change waited for something other than the database')
  })
}

/** Turns the cells that a driver returns into a row. Assigning in a loop is faster than `Object.fromEntries`. */
export function rowOf(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i += 1) row[names[i] as string] = cells[i] // both have the same length
  return row
}
