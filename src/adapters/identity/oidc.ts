import * as oidc from 'openid-client'
import { Refusal } from '#contract/errors.ts'
import { minute } from '#kit/time.ts'
import type { IdentityProvider, SchoolIdentity } from '#service/shared/ports.ts'
import { fetchBounded } from './bounded-fetch.ts'
import { classifyError } from './oidc-error.ts'

export interface OidcOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim that holds the student id. */
  readonly studentClaim: string
  /** Whether a code that did not begin with us is exchanged: it comes without state, nonce and verifier. */
  readonly bareCodes: boolean
  /** Where browsers come back to. */
  readonly callback: string
  /** Told what an administrator has to mend; never a code, a token or the secret. */
  readonly warn: (facts: object, text: string) => void
  /** For one login as a whole, however many requests it takes. */
  readonly timeLimitMs?: number
}

/** How long the provider's own description is believed. */
const metadataLifeMs = 10 * minute

/** An OpenID Connect provider: authorization code flow with PKCE, state and nonce, ID token signatures checked. */
export function oidcIdentity(options: OidcOptions): IdentityProvider {
  const { issuer, clientId, clientSecret, studentClaim, bareCodes, callback, warn, timeLimitMs = 8000 } = options
  const scope = studentClaim === 'sub' ? 'openid' : 'openid profile'
  let known: { metadata: oidc.ServerMetadata; until: number } | undefined

  /**
   * Described by the provider, not at start but when it is first needed. Each login gets a configuration of its own, and
   * with it the keys of this moment: one that has just been rotated in is known at once.
   */
  async function configuration(): Promise<oidc.Configuration> {
    const deadline = AbortSignal.timeout(timeLimitMs)
    const fetch: oidc.CustomFetch = (url, { signal, body, ...init }) =>
      fetchBounded(url, {
        ...init,
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
    const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    if (!known || known.until < performance.now()) {
      const found = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
        [oidc.customFetch]: fetch,
        execute: insecure,
      })
      known = { metadata: found.serverMetadata(), until: performance.now() + metadataLifeMs }
    }
    const { metadata } = known
    const methods = metadata.token_endpoint_auth_methods_supported
    const authenticate =
      !methods || methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    const config = new oidc.Configuration(metadata, clientId, undefined, authenticate(clientSecret))
    config[oidc.customFetch] = fetch
    for (const allow of insecure) allow(config)
    oidc.enableNonRepudiationChecks(config)
    return config
  }

  /** Runs one exchange with the provider; whatever goes wrong is one of three refusals. */
  async function attempt<T>(work: (config: oidc.Configuration) => Promise<T>): Promise<T> {
    const config = await configuration().catch((error: unknown) => {
      warn(
        { reason: classifyError(error).reason },
        'The OpenID Connect provider does not describe itself: check OIDC_ISSUER',
      )
      throw new Refusal('peer_unavailable')
    })
    try {
      return await work(config)
    } catch (error) {
      const { verdict, reason, quiet } = classifyError(error)
      // It may have moved: the next login asks again where everything is.
      if (verdict === 'peer_unavailable') known = undefined
      if (!quiet) warn({ reason }, 'A login at the OpenID Connect provider failed')
      throw new Refusal(verdict)
    }
  }

  /** Trades what the browser brought for tokens, and these for who it is. */
  async function identityOf(
    config: oidc.Configuration,
    query: URLSearchParams,
    checks: oidc.AuthorizationCodeGrantChecks,
  ): Promise<SchoolIdentity> {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${callback}?${query}`), {
      ...checks,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new TypeError('no ID token, which the call above insists on')
    let studentId = text(claims[studentClaim])
    if (studentId === '' && config.serverMetadata().userinfo_endpoint)
      studentId = text((await oidc.fetchUserInfo(config, tokens.access_token, claims.sub))[studentClaim])
    if (studentId === '')
      warn({ claim: studentClaim }, 'The OpenID Connect provider sent no such claim: check OIDC_STUDENT_CLAIM')
    return { provider: `oidc:${claims.iss}`, subject: claims.sub, studentId }
  }

  /** A scanned code says nothing of its issuer; that it is ours shows when our issuer takes it. */
  function bare(config: oidc.Configuration, code: string): Promise<SchoolIdentity> {
    return identityOf(config, new URLSearchParams({ code, iss: config.serverMetadata().issuer }), {})
  }

  return {
    async check() {
      // A code that cannot exist is refused as a code only if the client and its secret are accepted.
      const outcome = await configuration()
        .then((config) => bare(config, 'fettle-check'))
        .then(() => ({ verdict: 'taken', reason: 'it accepts anything' }), classifyError)
      if (outcome.verdict !== 'code_refused')
        throw new Error(`${issuer} does not accept OIDC_CLIENT_ID and its secret (${outcome.reason})`)
    },
    begin(state) {
      return attempt(async (config) => {
        const verifier = oidc.randomPKCECodeVerifier()
        const nonce = oidc.randomNonce()
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, memo: JSON.stringify({ verifier, nonce } satisfies Memo) }
      })
    },
    finish(query, state, memo) {
      const { verifier, nonce } = JSON.parse(memo) as Memo // written above
      return attempt((config) =>
        identityOf(config, query, { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }),
      )
    },
    async exchange(code) {
      if (!bareCodes) throw new Refusal('code_refused')
      return attempt((config) => bare(config, code))
    },
  }
}

interface Memo {
  readonly verifier: string
  readonly nonce: string
}

/** Student ids are text; some providers make numbers of them. */
function text(claim: unknown): string {
  if (typeof claim === 'number' && Number.isSafeInteger(claim)) return String(claim)
  return typeof claim === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(claim.trim()) ? claim.trim() : ''
}
