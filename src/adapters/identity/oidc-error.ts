import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Refusal } from '#contract/errors.ts'
import { reasonOf } from '../bounded-fetch.ts'

type Verdict = Refusal<'code_refused' | 'broken' | 'peer_unavailable'>['code']

/** The error codes of OAuth and OpenID Connect. Any other code is a fault of the provider. */
const knownErrors: ReadonlyMap<string, Verdict> = new Map<string, Verdict>(
  Object.entries({
    // The person declined, or could not log in.
    access_denied: 'code_refused',
    login_required: 'code_refused',
    consent_required: 'code_refused',
    interaction_required: 'code_refused',
    account_selection_required: 'code_refused',
    // The code is used, expired, of another client, or was issued with another verifier.
    invalid_grant: 'code_refused',
    // Our registration there does not match our settings.
    invalid_client: 'broken',
    invalid_request: 'broken',
    invalid_scope: 'broken',
    unauthorized_client: 'broken',
    unsupported_grant_type: 'broken',
    unsupported_response_type: 'broken',
  } as const),
)

/** Failed checks of an answer. It may be forged, so it is refused and logged. */
const failedChecks: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

/** How to answer a failed login and what to log. A `quiet` error is not logged. */
export function classifyError(error: unknown): { verdict: Verdict; reason: string; quiet: boolean } {
  const name = providerError(error)
  if (name !== undefined) {
    const verdict = knownErrors.get(name) ?? 'peer_unavailable'
    // The provider wrote this text, so only known values are logged.
    return { verdict, reason: knownErrors.has(name) ? name : 'an error of its own', quiet: verdict === 'code_refused' }
  }
  const code = error instanceof ClientError ? error.code : undefined
  if (code !== undefined && failedChecks.has(code)) return { verdict: 'code_refused', reason: code, quiet: false }
  return { verdict: 'peer_unavailable', reason: code ?? reasonOf(error), quiet: false }
}

/** The provider's name of the error, in the address, body or challenge. */
function providerError(error: unknown): string | undefined {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error
  if (!(error instanceof WWWAuthenticateChallengeError)) return undefined
  // A challenge without an error means that the provider does not accept our id and secret.
  return error.cause.map(({ parameters }) => parameters.error).find((name) => name !== undefined) ?? 'invalid_client'
}
