import type { Flaw } from './errors.ts'
import { isBlank, patternFlaw } from './fields.ts'
import type { Schema } from './type.ts'

/** The first violation of the schema, or undefined. */
export function firstFlaw(schema: Schema, value: unknown, field = ''): Flaw | undefined {
  if (schema.anyOf) return anyFlaw(schema.anyOf, value, field)
  if (schema.enum && !schema.enum.includes(value)) return { field, flaw: 'not_one_of', limit: schema.enum.join(', ') }
  if (schema.const !== undefined && schema.const !== value)
    return { field, flaw: 'not_one_of', limit: String(schema.const) }
  switch (schema.type) {
    case 'object':
      return isPlainObject(value) ? objectFlaw(schema, value, field) : { field, flaw: 'not_object' }
    case 'array':
      return Array.isArray(value) ? listFlaw(schema, value, field) : { field, flaw: 'not_list' }
    case 'string':
      return typeof value === 'string' ? textFlaw(schema, value, field) : { field, flaw: 'not_text' }
    case 'integer':
      return Number.isInteger(value) ? rangeFlaw(schema, Number(value), field) : { field, flaw: 'not_integer' }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { field, flaw: 'not_boolean' }
    case 'null':
      return value === null ? undefined : { field, flaw: 'not_one_of', limit: 'null' }
    default:
      return undefined
  }
}

/** The keywords that this file checks. A test fails if a schema uses any other one, which would have no effect. */
export const checkedKeywords: ReadonlySet<string> = new Set<keyof Schema>([
  'type',
  'properties',
  'required',
  'patternProperties',
  'items',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'enum',
  'const',
  'anyOf',
])

function anyFlaw(alternatives: readonly Schema[], value: unknown, field: string): Flaw | undefined {
  const flaws = alternatives.map((alternative) => firstFlaw(alternative, value, field))
  return flaws.includes(undefined) ? undefined : flaws[0]
}

function objectFlaw(schema: Schema, value: Record<string, unknown>, field: string): Flaw | undefined {
  const inside = (name: string) => (field ? `${field}.${name}` : name)
  const has = (name: string) => Object.hasOwn(value, name) && value[name] !== undefined
  const missing = schema.required?.find((name) => !has(name))
  if (missing !== undefined) return { field: inside(missing), flaw: 'missing' }
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    const flaw = has(name) && firstFlaw(each, value[name], inside(name))
    if (flaw) return flaw
  }
  for (const each of Object.values(schema.patternProperties ?? {})) {
    for (const name of Object.keys(value)) {
      const flaw = firstFlaw(each, value[name], inside(name))
      if (flaw) return flaw
    }
  }
  return undefined
}

function listFlaw({ items = {}, maxItems = Infinity }: Schema, value: unknown[], field: string): Flaw | undefined {
  if (value.length > maxItems) return { field, flaw: 'too_many', limit: maxItems }
  for (const [i, item] of value.entries()) {
    const flaw = firstFlaw(items, item, `${field}[${i}]`)
    if (flaw) return flaw
  }
  return undefined
}

function textFlaw(schema: Schema, value: string, field: string): Flaw | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  // A character takes one or two UTF-16 units, so most strings need no count.
  const length = value.length > maxLength || value.length < 2 * minLength ? [...value].length : value.length
  if (length < minLength || (minLength > 0 && isBlank(value))) return { field, flaw: 'too_short', limit: minLength }
  if (length > maxLength) return { field, flaw: 'too_long', limit: maxLength }
  if (pattern !== undefined && !regex(pattern).test(value)) return { field, flaw: patternFlaw(schema) }
  return undefined
}

function rangeFlaw(
  { minimum = -Infinity, maximum = Infinity }: Schema,
  value: number,
  field: string,
): Flaw | undefined {
  if (value < minimum) return { field, flaw: 'too_small', limit: String(minimum) }
  if (value > maximum) return { field, flaw: 'too_big', limit: String(maximum) }
  return undefined
}

const regexes = new Map<string, RegExp>()
function regex(pattern: string): RegExp {
  let found = regexes.get(pattern)
  if (!found) {
    found = new RegExp(pattern, 'u')
    regexes.set(pattern, found)
  }
  return found
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
