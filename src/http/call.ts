import { isDeepStrictEqual } from 'node:util'
import { leastBody } from '#contract/body-limits.ts'
import type { Endpoint, RateName } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { type Lang, langOf } from '#contract/languages.ts'
import { decimal, readField } from '#contract/read.ts'
import type { Schema } from '#contract/type.ts'

export type Fields = Readonly<Record<string, unknown>>
export type Field = readonly [name: string, value: unknown]

/** The fields of a request, and the first thing that is wrong with how they came. */
export interface RequestFields {
  readonly fields: Fields
  readonly wrong: Refusal | undefined
}

/**
 * The fields of the query string, of the path and of the body as one. A flaw is handed back, not thrown: the token may be fine, and then
 * the flaw is told in that person's language.
 */
export function mergeFields(
  input: Schema,
  query: readonly Field[],
  path: Fields = {},
  body: readonly Field[] = [],
): RequestFields {
  const fields: Record<string, unknown> = Object.create(null)
  let wrong: Refusal | undefined
  const add = (name: string, value: unknown) => {
    if (name === '__proto__') wrong ??= new Refusal('bad_request')
    else if (!(name in fields)) fields[name] = value
    // Compared only until something is wrong: a long value would be read again for each of thousands that are not like it.
    else if (!wrong && !sameValue(input, name, fields[name], value))
      wrong = new Refusal('bad_input', { field: name, flaw: 'given_twice' })
  }
  if (query.length > leastBody.fields) wrong = new Refusal('too_many_fields')
  for (const [name, value] of query) add(name, value)
  for (const name in path) add(name, path[name])
  for (const [name, value] of body) add(name, value)
  return { fields, wrong }
}

/** `?id=12` and `{ "id": 12 }` say the same, and so does `"id": "012"` where an integer is asked for. */
function sameValue(input: Schema, name: string, a: unknown, b: unknown): boolean {
  return isDecimal(a, b) || isDecimal(b, a) || isDeepStrictEqual(readField(input, name, a), readField(input, name, b))
}
function isDecimal(text: unknown, number: unknown): boolean {
  return typeof text === 'string' && typeof number === 'number' && decimal(text) === number
}

/** The token: a field like any other, or the bearer where no field is there. What is not text is no token. */
export function tokenOf({ token }: Fields, bearer: string | undefined): string | undefined {
  if (token === undefined) return bearer
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** What somebody wants to prove, wherever an endpoint takes a proof. */
export function proofIn({ stuid, code }: Fields): { stuid: string; code: string } {
  return { stuid: typeof stuid === 'string' ? stuid : '', code: typeof code === 'string' ? code : '' }
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w~+/.=-]+)$/i.exec(authorization ?? '')?.[1]
}

/** Which limit of its own a call counts against. */
export function rateOf({ rate, rateWith = {} }: Endpoint, fields: Fields): RateName | undefined {
  const brings = (field: string) => fields[field] !== undefined && fields[field] !== null && fields[field] !== ''
  return Object.entries(rateWith).find(([field]) => brings(field))?.[1] ?? rate
}

/** The `Idempotency-Key`, for the endpoints that honour it. */
export function keyOf(e: Endpoint, header: string | string[] | undefined): string | undefined {
  const key = e.keyed ? header : undefined
  if (key === undefined || key === '') return undefined
  const field = 'Idempotency-Key'
  if (typeof key !== 'string') throw new Refusal('bad_input', { field, flaw: 'given_twice' })
  if (key.length > limits.key) throw new Refusal('bad_input', { field, flaw: 'too_long', limit: limits.key })
  return key
}

/** The first language of `Accept-Language` that we speak. */
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
