import type { Static, TObject, TSchema } from 'typebox'
import { firstFlaw, isPlainObject } from './check.ts'
import { Refusal } from './errors.ts'
import { emptyIsAbsentKey, numberIsTextKey } from './fields.ts'
import type { Schema } from './type.ts'

/**
 * Reads a request by its schema. It drops unknown fields, converts decimal strings to integers and, for marked texts, integers to text, takes
 * `null` in an optional field as absent, and refuses the first invalid field.
 */
export function read<S extends TObject>(schema: S, raw: unknown): Static<S> {
  const value = convertBySchema(schema as Schema, raw) // `Type` built it
  const flaw = firstFlaw(schema as Schema, value)
  if (flaw) throw new Refusal('bad_input', flaw)
  return value as Static<S> // it has no flaw
}

/** Why an answer does not match its schema, or undefined. Unknown fields count as a mismatch. */
export function mismatch(schema: TSchema, value: unknown): string | undefined {
  const flaw = firstFlaw(schema as Schema, value) // `Type` built it
  if (flaw) return JSON.stringify(flaw)
  const kept = JSON.stringify(convertBySchema(schema as Schema, value))
  return kept.length === JSON.stringify(value).length ? undefined : 'it has fields that the contract does not know'
}

/** Reads one field. It is `undefined` if it counts as absent, and unchanged if the schema does not have it. */
export function readField({ properties = {}, required = [] }: Schema, name: string, raw: unknown): unknown {
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!field) return raw
  if (raw === '' && emptyIsAbsentKey in field) return undefined
  if (raw === null && !required.includes(name) && !field.anyOf?.some(({ type }) => type === 'null')) return undefined
  return convertBySchema(field, raw)
}

function convertBySchema(schema: Schema, raw: unknown): unknown {
  const { properties, items, type } = schema
  if (properties && isPlainObject(raw)) {
    const kept: Record<string, unknown> = {}
    for (const name of Object.keys(properties)) {
      const value = Object.hasOwn(raw, name) ? readField(schema, name, raw[name]) : undefined
      if (value !== undefined) kept[name] = value
    }
    return kept
  }
  if (items && Array.isArray(raw)) return raw.map((item) => convertBySchema(items, item))
  if (type === 'integer') return integer(raw)
  return numberIsTextKey in schema && Number.isSafeInteger(raw) ? String(raw) : raw
}

/** Converts `"12"` to 12. Other values, such as `"1e3"`, `" 12"` and `true`, stay unchanged and fail the check. */
function integer(raw: unknown): unknown {
  if (typeof raw === 'string') return decimal(raw) ?? raw
  // A number that lost digits is not the one that was meant, so it must fail. `+ 0` turns -0 into 0.
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw + 0 : String(raw)
  return raw
}

/** The integer that a decimal string means. */
export function decimal(text: string): number | undefined {
  if (!/^-?\d{1,16}$/.test(text)) return undefined
  const number = Number(text) + 0
  return Number.isSafeInteger(number) ? number : undefined
}
