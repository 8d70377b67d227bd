import { type CompiledQuery, type Expression, type OperationNode, ValueNode } from 'kysely'
import type { Db } from './engine.ts'

/** Computes the bound value each time the statement runs. */
type Bind = (db: Db, values: Readonly<Record<string, unknown>>) => unknown

/**
 * Represents a value while a statement is built, as a Kysely expression. Using it as the value itself throws, because the compiled
 * statement would keep the result of that first use.
 */
export class Placeholder implements Expression<unknown> {
  readonly name: string
  readonly bind: Bind

  constructor(name: string, bind: Bind = (_, values) => values[name]) {
    this.name = name
    this.bind = bind
  }

  get expressionType(): undefined {
    return undefined
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this)
  }

  [Symbol.toPrimitive](): never {
    return this.#refuse()
  }

  [Symbol.iterator](): never {
    return this.#refuse()
  }

  toString(): never {
    return this.#refuse()
  }

  toJSON(): never {
    return this.#refuse()
  }

  #refuse(): never {
    throw new Error(
      `"${this.name}" is a placeholder while a statement is built: put it into the SQL, and do not compute with it`,
    )
  }
}

/** Passed to a builder in place of its values. Every property is a placeholder. */
export const placeholders: object = new Proxy(
  {},
  {
    get: (_, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new Error('values cannot be copied or listed while a statement is built: name each of them')
    },
  },
)

/** The parameters of a query, with the placeholders replaced by their values. */
export function bindPlaceholders(
  { parameters }: CompiledQuery,
  db: Db,
  values: Readonly<Record<string, unknown>> = {},
): readonly unknown[] {
  return parameters.map((value) => (value instanceof Placeholder ? value.bind(db, values) : value))
}
