import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Refusal } from '#contract/errors.ts'
import { reasonOf } from './bounded-fetch.ts'

type Verdict = Refusal<'code_refused' | 'broken' | 'peer_unavailable'>['code']

/** What the provider itself says, by the words of OAuth and OpenID Connect; what is not here is a fault of the provider. */
const said: ReadonlyMap<string, Verdict> = new Map<string, Verdict>(
  Object.entries({
    // The person did not want to, or could not.
    access_denied: 'code_refused',
    login_required: 'code_refused',
    consent_required: 'code_refused',
    interaction_required: 'code_refused',
    account_selection_required: 'code_refused',
    // The code is used, expired, somebody else's, or was issued with another verifier.
    invalid_grant: 'code_refused',
    // We are not registered there as we think we are.
    invalid_client: 'broken',
    invalid_request: 'broken',
    invalid_scope: 'broken',
    unauthorized_client: 'broken',
    unsupported_grant_type: 'broken',
    unsupported_response_type: 'broken',
  } as const),
)

/** What does not hold of an answer that was sent: it may be forged, so it is refused and written down. */
const unsound: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

/** How a failed login is to be answered, and what to write down of it: `quiet` is everyday life. */
export function classifyError(error: unknown): { verdict: Verdict; reason: string; quiet: boolean } {
  const word = wordOf(error)
  if (word !== undefined) {
    const verdict = said.get(word) ?? 'peer_unavailable'
    // The word is the provider's text, so it is written down only where it is one that we know.
    return { verdict, reason: said.has(word) ? word : 'an error of its own', quiet: verdict === 'code_refused' }
  }
  const code = error instanceof ClientError ? error.code : undefined
  if (code !== undefined && unsound.has(code)) return { verdict: 'code_refused', reason: code, quiet: false }
  return { verdict: 'peer_unavailable', reason: code ?? reasonOf(error), quiet: false }
}

/** What the provider called the error, in its address, body or challenge. */
function wordOf(error: unknown): string | undefined {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error
  if (!(error instanceof WWWAuthenticateChallengeError)) return undefined
  // Where it says no more than "authenticate", it is our id and secret that it does not take.
  return error.cause.map(({ parameters }) => parameters.error).find((name) => name !== undefined) ?? 'invalid_client'
}
