import type { Static, TArray, TNull, TProperties, TSchema, TUnion, Type as TypeBox } from 'typebox'

/** A JSON Schema. */
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
  /** For the documents only. */
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
}

const optionals = new WeakSet<Schema>()
/** The named schema of each copy. */
const originals = new WeakMap<Schema, Schema>()

/** A copy with additions. It stays optional, and a copy of the same named schema, if the original is. */
export function copy(schema: Schema, added: Schema): Schema {
  const made = { ...schema, ...added }
  if (optionals.has(schema)) optionals.add(made)
  if (schema.title !== undefined) originals.set(made, originalOf(schema))
  return made
}

/** The named schema that this is a copy of, or the schema itself. */
export function originalOf(schema: Schema): Schema {
  return originals.get(schema) ?? schema
}

/**
 * Describes a field for the documents. Booleans, fixed values, named schemas, and objects and lists whose parts have examples need no
 * example of their own.
 */
export function field<S extends TSchema>(schema: S, description: string, example?: Static<S>): S {
  return copy(schema, { description, ...(example === undefined ? {} : { examples: [example] }) }) as S // a copy with the same type
}

/** Names a schema. The documents show it once, with references to it. */
export function named<S extends TSchema>(title: string, schema: S, description: string, example?: Static<S>): S {
  return { ...field(schema, description, example), title }
}

function object(properties: Readonly<Record<string, Schema>>, options: object = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optionals.has(properties[name] ?? {}))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

function maybe(schema: Schema): Schema {
  const marked = copy(schema, {})
  optionals.add(marked)
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
  Literal: (value: string | boolean): Schema => ({ type: typeof value as 'string' | 'boolean', const: value }), // a string or a boolean
  /** Not checked here; the handler checks it. */
  Unsafe: (options: object): Schema => options,
  Union: (anyOf: readonly Schema[]): Schema => ({ anyOf }),
}

/**
 * Our builders with the types of TypeBox, whose 700 files would slow down each start:
 * docs/decisions/029-two-substitutes-around-the-contract.md.
 */
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders> // the same schemas, compared by openapi.json

/** A field that may be absent. Without a description, it keeps that of its schema. */
export function optional<S extends TSchema>(schema: S, description?: string, example?: Static<S>) {
  return Type.Optional(description === undefined ? schema : field(schema, description, example))
}

export const text = (description: string, example?: string) => field(Type.String(), description, example)
export const integer = (description: string, example?: number, bounds?: Parameters<typeof Type.Integer>[0]) =>
  field(Type.Integer(bounds), description, example)
export const flag = (description: string, example?: boolean) => field(Type.Boolean(), description, example)
export function list<S extends TSchema>(items: S, description: string, example?: Static<S>[]) {
  return field(Type.Array(items), description, example as Static<TArray<S>>) // the same list
}

export function nullable<S extends TSchema>(schema: S, description: string, example?: Static<S> | null) {
  return field<TUnion<[TNull, S]>>(
    Type.Union([Type.Null(), schema]),
    description,
    example as Static<TUnion<[TNull, S]>>,
  )
}

export function objectOf<P extends TProperties>(description: string, properties: P) {
  return field(Type.Object(properties), description)
}

export function listOf<P extends TProperties>(description: string, properties: P) {
  return field(Type.Array(Type.Object(properties)), description)
}

export function namedObject<P extends TProperties>(title: string, description: string, properties: P) {
  return named(title, Type.Object(properties), description)
}
