import type { Static, TObject, TSchema } from 'typebox'
import { firstFlaw, isPlainObject } from './check.ts'
import { Refusal } from './errors.ts'
import { emptyIsAbsentKey, numberIsTextKey } from './fields.ts'
import type { Schema } from './type.ts'

/**
 * Reads what came over the wire by a schema: keeps the fields the schema knows and nothing else, turns decimal strings
 * into integers and, for the few texts that are numbers by nature, integers into text, takes an optional field that is
 * `null` for an absent one, and refuses the first thing that is wrong with a flaw that names it.
 */
export function read<S extends TObject>(schema: S, raw: unknown): Static<S> {
  const value = taken(schema as Schema, raw) // what Type has built
  const flaw = firstFlaw(schema as Schema, value)
  if (flaw) throw new Refusal('bad_input', flaw)
  return value as Static<S> // nothing is wrong with it
}

/** Whether an answer is what the contract promises, every field announced; the reason where it is not. */
export function mismatch(schema: TSchema, value: unknown): string | undefined {
  const flaw = firstFlaw(schema as Schema, value) // what Type has built
  if (flaw) return JSON.stringify(flaw)
  const kept = JSON.stringify(taken(schema as Schema, value))
  return kept.length === JSON.stringify(value).length ? undefined : 'it has fields that the contract does not know'
}

/** One field of an object as it is read; `undefined` if it counts as absent, and what it is if the schema does not know it. */
export function readField({ properties = {}, required = [] }: Schema, name: string, raw: unknown): unknown {
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!field) return raw
  if (raw === '' && emptyIsAbsentKey in field) return undefined
  if (raw === null && !required.includes(name) && !field.anyOf?.some(({ type }) => type === 'null')) return undefined
  return taken(field, raw)
}

function taken(schema: Schema, raw: unknown): unknown {
  const { properties, items, type } = schema
  if (properties && isPlainObject(raw)) {
    const kept: Record<string, unknown> = {}
    for (const name of Object.keys(properties)) {
      const value = Object.hasOwn(raw, name) ? readField(schema, name, raw[name]) : undefined
      if (value !== undefined) kept[name] = value
    }
    return kept
  }
  if (items && Array.isArray(raw)) return raw.map((item) => taken(items, item))
  if (type === 'integer') return integer(raw)
  return numberIsTextKey in schema && Number.isSafeInteger(raw) ? String(raw) : raw
}

/** `"12"` is 12; everything else, `"1e3"`, `" 12"` and `true` included, stays what it is and fails the check. */
function integer(raw: unknown): unknown {
  if (typeof raw === 'string') return decimal(raw) ?? raw
  // What lost digits on its way is another number than the one that was meant; -0 is a 0 to everybody but JavaScript.
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw + 0 : String(raw)
  return raw
}

/** The whole number that a decimal text means. */
export function decimal(text: string): number | undefined {
  if (!/^-?\d{1,16}$/.test(text)) return undefined
  const number = Number(text) + 0
  return Number.isSafeInteger(number) ? number : undefined
}
