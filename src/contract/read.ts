import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { type Flaw, Refusal } from './errors.ts'
import { emptyIsAbsent, patternFlaw } from './fields.ts'

/**
 * Reads what came over the wire by a schema: keeps the fields the schema knows and nothing else, turns decimal strings
 * into integers (the one conversion there is), and refuses the first thing that is wrong with a flaw that names it.
 */
export function read<S extends TObject>(schema: S, raw: unknown): Static<S> {
  const value = taken(schema, raw)
  const validator = compiled(schema)
  if (validator.Check(value)) return value as Static<S> // Check has just said so
  const [first] = validator.Errors(value)
  throw new Refusal('bad_input', first ? flawOf(schema, first) : { field: '', flaw: 'not_object' })
}

/** Whether an answer is what the contract promises, every field announced; the reason where it is not. */
export function mismatch(schema: TSchema, value: unknown): string | undefined {
  const validator = compiled(schema)
  if (!validator.Check(value)) return JSON.stringify(validator.Errors(value)[0])
  const kept = JSON.stringify(taken(schema, value))
  return kept.length === JSON.stringify(value).length ? undefined : 'it has fields that the contract does not know'
}

// Compiled at first use: a start would otherwise pay for every endpoint.
const validators = new WeakMap<TSchema, Validator>()
function compiled(schema: TSchema): Validator {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  return validator
}

function taken(schema: TSchema, raw: unknown): unknown {
  if (Type.IsObject(schema) && isPlain(raw)) {
    const kept: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(schema.properties)) {
      if (raw[name] === '' && emptyIsAbsent in field) continue
      if (Object.hasOwn(raw, name) && raw[name] !== undefined) kept[name] = taken(field, raw[name])
    }
    return kept
  }
  if (Type.IsArray(schema) && Array.isArray(raw)) return raw.map((item) => taken(schema.items, item))
  if (Type.IsInteger(schema)) return integer(raw)
  return raw
}

/** `"12"` is 12; everything else, `"1e3"`, `" 12"` and `true` included, stays what it is and fails the check. */
function integer(raw: unknown): unknown {
  if (typeof raw === 'string' && /^-?\d{1,16}$/.test(raw)) {
    const number = Number(raw)
    if (Number.isSafeInteger(number)) return number
  }
  return typeof raw === 'number' && !Number.isSafeInteger(raw) ? String(raw) : raw
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const notType: Record<string, Flaw['flaw']> = {
  string: 'not_text',
  integer: 'not_integer',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
}

function flawOf(schema: TSchema, error: TLocalizedValidationError): Flaw {
  const path = error.instancePath.split('/').slice(1)
  const field = path.reduce(
    (text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : text ? `${text}.${step}` : step),
    '',
  )
  switch (error.keyword) {
    case 'required': {
      const missing = error.params.requiredProperties[0] ?? ''
      return { field: field ? `${field}.${missing}` : missing, flaw: 'missing' }
    }
    case 'type':
      return { field, flaw: notType[[error.params.type].flat()[0] ?? ''] ?? 'not_object' }
    case 'minLength':
      return { field, flaw: 'too_short', limit: error.params.limit }
    case 'maxLength':
      return { field, flaw: 'too_long', limit: error.params.limit }
    case 'maxItems':
      return { field, flaw: 'too_many', limit: error.params.limit }
    case 'minimum':
      return { field, flaw: 'too_small', limit: String(error.params.limit) }
    case 'maximum':
      return { field, flaw: 'too_big', limit: String(error.params.limit) }
    case 'enum':
      return { field, flaw: 'not_one_of', limit: error.params.allowedValues.join(', ') }
    case 'pattern':
      return { field, flaw: patternFlaw(within(schema, path)) }
    default:
      throw new Error(`no sentence for a broken "${error.keyword}" of ${field}`)
  }
}

function within(schema: TSchema, path: readonly string[]): object {
  let here: TSchema = schema
  for (const step of path) {
    if (Type.IsObject(here)) here = here.properties[step] ?? here
    else if (Type.IsArray(here)) here = here.items
  }
  return here
}
