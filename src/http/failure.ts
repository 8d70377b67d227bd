import { always, type Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errors, type FactsOf, Refusal, type SituationRule } from '#contract/errors.ts'
import type { Lang } from '#contract/fields.ts'
import { words } from '#contract/words/index.ts'
import { sentence } from '#contract/words/words.ts'
import { Unavailable } from '#store/engine.ts'

export interface Failed {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly success: false; readonly err: string }
}

/** A refusal as it goes out. */
export function failed(refusal: Refusal, lang: Lang): Failed {
  const { code, facts } = refusal
  const status = errors[code]
  const headers: Record<string, string> = { 'x-error-code': code }
  const field = fieldOf(refusal)
  // Names of ours only: a field that is given twice is called whatever the request calls it.
  if (/^[\w.[\]]+$/.test(field)) headers['x-error-field'] = field
  const { flaw, rule, limit } = (facts ?? {}) as Partial<FactsOf<'bad_input'> & FactsOf<'bad_situation'>>
  if (flaw ?? rule) headers['x-error-flaw'] = flaw ?? rule ?? ''
  if (limit !== undefined) headers['x-error-limit'] = String(limit)
  const wait = retryAfter(refusal)
  if (wait !== undefined) headers['retry-after'] = String(wait)
  // What is still to come of it would be taken for the next request.
  if (code === 'timed_out') headers['connection'] = 'close'
  return { status, headers, body: { success: false, err: sentence<ErrorCode>(words[lang], code, facts) } }
}

/** Which input it is about; empty if it is about how several go together. */
function fieldOf({ code, facts }: Refusal): string {
  if (code === 'bad_input') return (facts as FactsOf<'bad_input'>).field // by its code, and so below
  return code === 'bad_situation' ? (situationFields[(facts as FactsOf<'bad_situation'>).rule] ?? '') : ''
}

const situationFields: Readonly<Partial<Record<SituationRule, string>>> = {
  off_reason: 'offDutyReason',
  others_place: 'place',
  others_time: 'otherDutyTime',
  time_unreadable: 'otherDutyTime',
  ends_before_start: 'otherDutyTime',
  others_over: 'otherDutyTime',
}

function retryAfter(refusal: Refusal): number | undefined {
  if (refusal.code === 'too_many_requests' || refusal.code === 'overloaded')
    return (refusal.facts as FactsOf<'overloaded'>).seconds // by its code
  return errors[refusal.code] === 503 ? 1 : undefined
}

/** Any error as a refusal: ours as it is, the framework's by its code, everything else as a fault of ours. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Unavailable) return new Refusal('storage_unavailable', undefined, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new Refusal(frameworkErrors[code] ?? 'broken', undefined, { cause: error })
}

const frameworkErrors: Readonly<Record<string, 'not_found'>> = {
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** A refusal that its endpoint does not announce is a mistake of ours; tests make it loud. */
export function assertAnnounced(e: Endpoint, { code }: Refusal): void {
  if (!always.has(code) && !e.errors.includes(code))
    throw new Error(`${e.method} ${e.path} refused with ${code}, which its contract does not announce`)
}

export function isWrongProof({ code }: Refusal): boolean {
  return code === 'code_refused' || code === 'password_refused'
}
