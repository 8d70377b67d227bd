import pg from 'pg'
import { rowOf } from './query-runner.ts'

export interface Answer {
  readonly rows: readonly unknown[]
  readonly rowCount: number | undefined
  readonly command: string
}

export interface Statement {
  readonly text: string
  readonly values: readonly WireValue[]
  /** The name of the prepared statement, or undefined for an unnamed one. */
  readonly name: string | undefined
  /** The same object for all statements of one transaction. */
  readonly transaction: object
  readonly resolve: (answer: Answer) => void
  /** `failed` is the statement that caused the error. If it is an earlier one, the server skipped this one. */
  readonly reject: (error: Error, failed: Statement) => void
}

interface Columns {
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
}

/** The state of a prepared statement on one connection. */
export interface PreparedStatement {
  /** Undefined before the first answer, and for statements without rows. */
  columns: Columns | undefined
  answered: boolean
}

/** The driver's protocol methods, which its types lack. */
type Wire = pg.Connection & {
  bind(config: { readonly statement: string | undefined; readonly values: readonly WireValue[] }): void
  parse(query: { readonly name: string | undefined; readonly text: string }): void
  describe(what: { readonly type: 'P' }): void
  close(what: { readonly type: 'S'; readonly name: string }): void
  execute(): void
}

/**
 * Statements that are sent in one message with one Sync. The server executes them in order and skips those behind a failed one. Rows are
 * described only when a statement is prepared. It extends `pg.Query`, because the driver pipelines no other class.
 */
export class StatementBatch extends pg.Query {
  readonly #client: pg.Client
  readonly #prepared: Map<string, PreparedStatement>
  readonly #statements: readonly Statement[]
  #next = 0
  #columns: Columns | undefined
  #rows: unknown[] = []

  constructor(client: pg.Client, prepared: Map<string, PreparedStatement>, statements: readonly Statement[]) {
    super('')
    this.#client = client
    this.#prepared = prepared
    this.#statements = statements
  }

  override submit = (connection: pg.Connection): void => {
    const wire = connection as Wire
    wire.stream.cork()
    for (const { name, text, values } of this.#statements) {
      const isPrepared = name !== undefined && this.#prepared.has(name)
      if (!isPrepared) {
        if (name !== undefined) {
          this.#prepared.set(name, { columns: undefined, answered: false })
          // After a failed batch, a statement of this name may exist.
          wire.close({ type: 'S', name })
        }
        wire.parse({ name, text })
      }
      wire.bind({ statement: name, values })
      if (!isPrepared) wire.describe({ type: 'P' })
      wire.execute()
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = {
      names: fields.map((field) => field.name),
      parsers: fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text')),
    }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#preparedNow()?.columns
    const { names, parsers } = this.#columns ?? noColumns
    this.#rows.push(
      rowOf(
        names,
        fields.map((value, i) => (value === null ? null : parsers[i]?.(value))),
      ),
    )
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const prepared = this.#preparedNow()
    if (prepared && !prepared.answered) {
      prepared.columns = this.#columns
      prepared.answered = true
    }
    const count = /\d+$/.exec(text)
    const command = count ? text.slice(0, text.indexOf(' ')) : text
    const rows = this.#rows
    const statement = this.#statements[this.#next]
    this.#next += 1
    this.#rows = []
    this.#columns = undefined
    statement?.resolve({ rows, rowCount: count ? Number(count[0]) : undefined, command })
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  /** Called if a statement failed or the connection was lost. */
  handleError(error: Error): void {
    const unanswered = this.#statements.slice(this.#next)
    for (const { name } of unanswered)
      if (name !== undefined && this.#prepared.get(name)?.answered === false) this.#prepared.delete(name)
    this.#next = this.#statements.length
    for (const statement of unanswered) statement.reject(error, unanswered[0] as Statement) // the loop runs only if there is one
  }

  handleReadyForQuery(): void {}

  #preparedNow(): PreparedStatement | undefined {
    const name = this.#statements[this.#next]?.name
    return name === undefined ? undefined : this.#prepared.get(name)
  }
}

const noColumns: Columns = { names: [], parsers: [] }

type WireValue = string | Buffer | null

export function wireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return `{${value.map(element)}}`
  return String(value)
}

function element(value: unknown): string | number {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return value
  const text = value instanceof Uint8Array ? `\\x${value.toHex()}` : String(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
