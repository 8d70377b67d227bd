import type { Failure } from '#contract/client.ts'

/** Why the service does not take what was sent, as it said it. */
export type RefusalFacts = Pick<Failure, 'status' | 'code' | 'message' | 'field' | 'flaw' | 'limit'>

export type RetryDecision = 'wait' | 'arrived' | 'pictures' | 'refused'

/** Not the entry is wrong but the moment: nobody answers, too much was sent, or nobody is here who may send it. */
const momentary = new Set([0, 401, 403, 408, 429, 502, 503, 504])

/** Something between us and the service spoke in its place; but what a proxy finds too large it will never let through. */
const isForeign = ({ status, code }: RefusalFacts) => code === '' && status !== 413

/** What is to be done with what was sent and not taken. */
export function retryPolicy(refusal: RefusalFacts, hasPictures: boolean): RetryDecision {
  const { status, code, field } = refusal
  // The receipt was made here, of 256 random bits: an earlier try has arrived, and only its answer was lost.
  if (code === 'receipt_taken') return 'arrived'
  if (momentary.has(status) || isForeign(refusal) || code === 'kiosk_closed') return 'wait'
  // What was uploaded long ago, or by somebody else, is not there any more.
  if (hasPictures && field.startsWith('pic')) return 'pictures'
  return 'refused'
}
