import { type Expression, type OperationNode, ValueNode } from 'kysely'
import type { Db } from './engine.ts'

/** Binds the value of a placeholder, each time the statement runs. */
type Bind = (db: Db, values: Readonly<Record<string, unknown>>) => unknown

/**
 * Stands for a value in a statement that is built once. Kysely takes it for an expression. Whatever treats it as the value itself fails,
 * because the statement would keep what it was built with.
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

/** What a builder gets in place of its values: a placeholder under every name. */
export const placeholders: object = new Proxy(
  {},
  {
    get: (_, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new Error('a statement names each of its values: they cannot be copied or listed while it is built')
    },
  },
)

let building = false

/** True while a statement is built, so that what changes between two runs has to be a placeholder. */
export const isBuilding = (): boolean => building

export function whileBuilding<T>(build: () => T): T {
  const before = building
  building = true
  try {
    return build()
  } finally {
    building = before
  }
}
