import { isDeepStrictEqual } from 'node:util'
import { minBody } from '#contract/body-limits.ts'
import type { Endpoint, RateName } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { type Lang, langOf } from '#contract/languages.ts'
import { decimal, readField } from '#contract/read.ts'
import type { Schema } from '#contract/type.ts'

export type Fields = Readonly<Record<string, unknown>>
export type RawField = readonly [name: string, value: unknown]

/** The fields of a request, and the first flaw in how they were sent. */
export interface RequestFields {
  readonly fields: Fields
  readonly wrong: Refusal | undefined
}

/**
 * Merges the fields of the query, the path and the body. It returns a flaw instead of throwing it, because the token among the fields
 * gives the language of the error.
 */
export function mergeFields(
  input: Schema,
  query: readonly RawField[],
  path: Fields = {},
  body: readonly RawField[] = [],
): RequestFields {
  const fields: Record<string, unknown> = Object.create(null)
  let wrong: Refusal | undefined
  const add = (name: string, value: unknown) => {
    if (name === '__proto__') wrong ??= new Refusal('bad_request')
    else if (!(name in fields)) fields[name] = value
    // Only the first flaw counts. Comparing a long value with thousands of others would take long.
    else if (!wrong && !sameValue(input, name, fields[name], value))
      wrong = new Refusal('bad_input', { field: name, flaw: 'given_twice' })
  }
  if (query.length > minBody.fields) wrong = new Refusal('too_many_fields')
  for (const [name, value] of query) add(name, value)
  for (const name in path) add(name, path[name])
  for (const [name, value] of body) add(name, value)
  return { fields, wrong }
}

/** `?id=12` equals `{ "id": 12 }`, and so does `"id": "012"` for an integer field. */
function sameValue(input: Schema, name: string, a: unknown, b: unknown): boolean {
  return isDecimal(a, b) || isDecimal(b, a) || isDeepStrictEqual(readField(input, name, a), readField(input, name, b))
}
function isDecimal(text: unknown, number: unknown): boolean {
  return typeof text === 'string' && typeof number === 'number' && decimal(text) === number
}

/** The field `token`, or the bearer token if there is no such field. */
export function tokenOf({ token }: Fields, bearer: string | undefined): string | undefined {
  if (token === undefined) return bearer
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** The student id and the code of a login or another proof. */
export function proofIn({ stuid, code }: Fields): { stuid: string; code: string } {
  return { stuid: typeof stuid === 'string' ? stuid : '', code: typeof code === 'string' ? code : '' }
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w~+/.=-]+)$/i.exec(authorization ?? '')?.[1]
}

/** The rate limit of this call: a field may select another one than its endpoint's. */
export function rateOf({ rate, rateWith = {} }: Endpoint, fields: Fields): RateName | undefined {
  const brings = (field: string) => fields[field] !== undefined && fields[field] !== null && fields[field] !== ''
  return Object.entries(rateWith).find(([field]) => brings(field))?.[1] ?? rate
}

/** The `Idempotency-Key`, if the endpoint supports it. */
export function keyOf(endpoint: Endpoint, header: string | string[] | undefined): string | undefined {
  const key = endpoint.keyed ? header : undefined
  if (key === undefined || key === '') return undefined
  const field = 'Idempotency-Key'
  if (typeof key !== 'string') throw new Refusal('bad_input', { field, flaw: 'given_twice' })
  if (key.length > limits.key) throw new Refusal('bad_input', { field, flaw: 'too_long', limit: limits.key })
  return key
}

/** The first supported language of `Accept-Language`. */
export function acceptedLang(header: string | undefined): Lang | undefined {
  if (!header || header.length > 1000) return undefined
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const q = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((found) => found !== undefined)
      return { tag, q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
  return wanted.map(({ tag }) => langOf(tag)).find((lang) => lang !== undefined)
}
