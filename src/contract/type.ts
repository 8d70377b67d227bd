import type { Type as TypeBox } from 'typebox'

/** A schema as JSON Schema writes it, which is all it is while running. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean' | 'null'
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
}

const optional = new WeakSet<Schema>()

function object(properties: Readonly<Record<string, Schema>>, options: object = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

function maybe(schema: Schema): Schema {
  const marked = { ...schema }
  optional.add(marked)
  return marked
}

const builders = {
  Object: object,
  Optional: maybe,
  Partial: ({ properties = {} }: Schema) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, maybe(schema)]))),
  Record: (_key: Schema, value: Schema): Schema => ({ type: 'object', patternProperties: { '^.*$': value } }),
  Array: (items: Schema, options: object = {}): Schema => ({ type: 'array', items, ...options }),
  String: (options: object = {}): Schema => ({ type: 'string', ...options }),
  Integer: (options: object = {}): Schema => ({ type: 'integer', ...options }),
  Boolean: (options: object = {}): Schema => ({ type: 'boolean', ...options }),
  Null: (options: object = {}): Schema => ({ type: 'null', ...options }),
  Enum: (values: readonly unknown[], options: object = {}): Schema => ({ enum: values, ...options }),
  Literal: (value: string | boolean): Schema => ({ type: typeof value as 'string' | 'boolean', const: value }), // one of the two
  /** Whatever the handler makes sure of itself; nothing is checked here. */
  Unsafe: (options: object): Schema => options,
  Union: (anyOf: readonly Schema[]): Schema => ({ anyOf }),
}

/**
 * The types of TypeBox over builders of our own: what we need of it at run time is a few lines, and loading the seven
 * hundred files of the original took half of a start and a quarter of the memory.
 */
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders> // the same schemas, compared by openapi.json
