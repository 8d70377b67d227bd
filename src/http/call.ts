import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { type Lang, langs, limits } from '#contract/fields.ts'

/** The fields of a request, from the query string and the JSON body alike. */
export function mergedInput(request: FastifyRequest): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.create(null)
  const add = (name: string, value: unknown) => {
    if (name in merged && !sameValue(merged[name], value))
      throw new Refusal('bad_input', { field: name, flaw: 'given_twice' })
    merged[name] ??= value
  }
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    // The parser makes a list of a parameter that comes twice.
    for (const one of Array.isArray(value) ? value : [value]) add(name, one)
  }
  for (const [name, value] of Object.entries(request.params as Record<string, unknown>)) add(name, value)
  const { body } = request
  if (body === undefined) return merged
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('bad_json')
  for (const [name, value] of Object.entries(body)) add(name, value)
  return merged
}

/** `?id=12` and `{ "id": 12 }` say the same. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (isScalar(a) && isScalar(b) && String(a) === String(b))
}
const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** The token: a field like any other, or a bearer where no field is there. What is not text is no token. */
export function tokenOf(input: Record<string, unknown>, request: FastifyRequest): string | undefined {
  const { token } = input
  if (token !== undefined) return typeof token === 'string' && token !== '' ? token : undefined
  return /^Bearer ([\w~+/.=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The `Idempotency-Key`, for the endpoints that honour it. */
export function keyOf(e: Endpoint, request: FastifyRequest): string | undefined {
  const key = e.keyed ? request.headers['idempotency-key'] : undefined
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
      return { tag: tag.toLowerCase(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
  for (const { tag } of wanted) {
    const found = langs.find(
      (lang) =>
        tag === lang.slice(0, 2) || tag.startsWith(`${lang.slice(0, 2)}-`) || tag.startsWith(`${lang.slice(0, 2)}_`),
    )
    if (found) return found
  }
  return undefined
}
