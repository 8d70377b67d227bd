import { commonErrors, type Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errors, type FactsOf, type Flaw, Refusal, type SituationRule } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { Schema } from '#contract/type.ts'
import { words } from '#contract/words/index.ts'
import { refusalSentence } from '#contract/words/words.ts'
import { Unavailable } from '#store/engine/index.ts'

export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly success: false; readonly err: string }
}

/** The response for a refusal. It repeats no text of the client: field names come from the contract. */
export function errorResponse(refusal: Refusal, lang: Lang): ErrorResponse {
  const { code } = refusal
  const facts = code === 'bad_input' ? withKnownField(refusal.facts as Flaw) : refusal.facts // the code gives the type of the facts, here and below
  const headers: Record<string, string> = { 'x-error-code': code }
  const { field = '', flaw = '', limit = '' } = detailsOf(code, facts)
  for (const [name, value] of Object.entries({ field, flaw, limit: String(limit) }))
    if (isShortLine(value)) headers[`x-error-${name}`] = value
  const wait = retryAfter(refusal)
  if (wait !== undefined) headers['retry-after'] = String(wait)
  // Otherwise the rest of the body would be taken for the next request.
  if (code === 'timed_out') headers['connection'] = 'close'
  return {
    status: errors[code],
    headers,
    body: { success: false, err: refusalSentence<ErrorCode>(words[lang], code, facts) },
  }
}

/** The error for programs: the field, its flaw, and the limit or the allowed values. */
function detailsOf(
  code: ErrorCode,
  facts: Refusal['facts'],
): { field?: string; flaw?: string; limit?: number | string } {
  switch (code) {
    case 'bad_input':
      return facts as Flaw
    case 'bad_situation': {
      const { rule } = facts as FactsOf<'bad_situation'>
      return { field: situationFields[rule] ?? '', flaw: rule }
    }
    case 'bad_substitute':
      return { field: 'substitute', flaw: (facts as FactsOf<'bad_substitute'>).why }
    case 'move_not_allowed':
      return { field: 'status', limit: (facts as FactsOf<'move_not_allowed'>).allowed.join(', ') }
    default:
      return {}
  }
}

const situationFields: Readonly<Partial<Record<SituationRule, string>>> = {
  off_reason: 'offDutyReason',
  others_place: 'place',
  others_time: 'otherDutyTime',
  time_unreadable: 'otherDutyTime',
  ends_before_start: 'otherDutyTime',
  others_over: 'otherDutyTime',
}

const maxNameLength = 64

/** Proxies reject a node whose headers are too long or hold other characters. */
function isShortLine(value: string): boolean {
  return /^[ -~]{1,256}$/.test(value)
}

/** All field names of all inputs, and the header that is checked like a field. */
const fieldNames: ReadonlySet<string> = new Set([
  'token',
  'Idempotency-Key',
  ...endpoints().flatMap(({ endpoint }) => namesIn(endpoint.input as Schema)), // `Type` built it
])

function namesIn({ properties = {}, items, anyOf = [] }: Schema): string[] {
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [...Object.keys(properties), ...parts.flatMap(namesIn)]
}

/** A field that comes twice may have any name. Only names of the contract are repeated in the answer. */
function withKnownField(flaw: Flaw): Flaw {
  const names = flaw.field.length <= maxNameLength ? flaw.field.replace(/\[\d+\]/g, '').split('.') : []
  return names.length > 0 && names.every((name) => fieldNames.has(name)) ? flaw : { ...flaw, field: '' }
}

/** Codes whose facts hold the time to wait. */
const waits: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'too_many_requests',
  'picture_quota',
  'overloaded',
  'disk_low',
])

function retryAfter(refusal: Refusal): number | undefined {
  if (waits.has(refusal.code)) return (refusal.facts as FactsOf<'overloaded'>).seconds // the code gives the type of the facts
  return errors[refusal.code] === 503 ? 1 : undefined
}

/** Any error as a refusal: system errors by their code, unknown ones as `broken`. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Unavailable) return new Refusal('storage_unavailable', undefined, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new Refusal(knownErrors[code] ?? 'broken', undefined, { cause: error })
}

const knownErrors: Readonly<Record<string, 'storage_unavailable'>> = {
  // A full, broken or read-only disk, or no free file handles. These may pass.
  ENOSPC: 'storage_unavailable',
  EDQUOT: 'storage_unavailable',
  EIO: 'storage_unavailable',
  EROFS: 'storage_unavailable',
  EMFILE: 'storage_unavailable',
  ENFILE: 'storage_unavailable',
}

/** Throws in tests if an endpoint refuses with a code that the contract does not declare. */
export function assertDeclaredError(endpoint: Endpoint, { code }: Refusal): void {
  if (!commonErrors.has(code) && !endpoint.errors.includes(code))
    throw new Error(`${endpoint.method} ${endpoint.path} refused with ${code}, which its contract does not announce`)
}

export function isWrongProof({ code }: Refusal): boolean {
  return code === 'code_refused' || code === 'password_refused' || code === 'factor_refused'
}
