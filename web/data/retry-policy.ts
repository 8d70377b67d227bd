import type { Failure } from '#contract/client.ts'

export type RefusalFacts = Pick<Failure, 'status' | 'code' | 'message' | 'field' | 'flaw' | 'limit'>

/** IndexedDB stores no errors with methods. */
export const refusalFacts = ({ status, code, message, field, flaw, limit }: RefusalFacts): RefusalFacts => ({
  status,
  code,
  message,
  field,
  flaw,
  limit,
})

export type RetryDecision = 'wait' | 'arrived' | 'pictures' | 'refused'

/** The request may succeed later: no answer, too many requests, or no login. */
const retryableStatuses = new Set([0, 401, 403, 408, 429, 502, 503, 504])

/** A proxy answered in place of the service. What is too large for a proxy never gets through. */
const isFromProxy = ({ status, code }: RefusalFacts) => code === '' && status !== 413

/** What to do with a visitor or a ticket that the service has not accepted. */
export function retryPolicy(refusal: RefusalFacts, hasPictures: boolean): RetryDecision {
  const { status, code, field } = refusal
  // The receipt is 256 random bits made here: an earlier try has arrived, and its answer was lost.
  if (code === 'receipt_taken') return 'arrived'
  if (retryableStatuses.has(status) || isFromProxy(refusal) || code === 'kiosk_closed') return 'wait'
  // The service has deleted the uploads, or another person made them.
  if (hasPictures && field.startsWith('pic')) return 'pictures'
  return 'refused'
}
