import * as oidc from 'openid-client'
import { Refusal } from '#contract/errors.ts'
import { minute } from '#kit/time.ts'
import type { IdentityProvider, SchoolIdentity } from '#service/shared/ports.ts'
import { fetchBounded } from '../bounded-fetch.ts'
import { classifyError } from './oidc-error.ts'

export interface OidcOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly studentClaim: string
  /** True if codes of logins that began elsewhere are accepted. They come without state, nonce and verifier. */
  readonly bareCodes: boolean
  readonly callback: string
  /** For what an administrator has to fix. It never gets a code, a token or the secret. */
  readonly warn: (facts: object, text: string) => void
  /** For one login as a whole, with all its requests. */
  readonly timeLimitMs?: number
}

const metadataLifeMs = 10 * minute

/** An OpenID Connect provider: authorization code flow with PKCE, state and nonce, ID token signatures checked. */
export function oidcIdentity(options: OidcOptions): IdentityProvider {
  const { issuer, studentClaim, bareCodes, callback } = options
  const provider = new OidcProvider(options)
  return {
    async check() {
      // The provider calls an impossible code wrong only if it accepts our client id and secret.
      const outcome = await provider
        .configuration()
        .then((config) => provider.identityOfBareCode(config, 'fettle-check'))
        .then(() => ({ verdict: 'taken', reason: 'it accepts anything' }), classifyError)
      if (outcome.verdict !== 'code_refused')
        throw new Error(`${issuer} does not accept OIDC_CLIENT_ID and its secret (${outcome.reason})`)
    },
    begin(state) {
      return provider.attempt(async (config) => {
        const verifier = oidc.randomPKCECodeVerifier()
        const nonce = oidc.randomNonce()
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope: studentClaim === 'sub' ? 'openid' : 'openid profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, memo: JSON.stringify({ verifier, nonce } satisfies Memo) }
      })
    },
    finish(query, state, memo) {
      const { verifier, nonce } = JSON.parse(memo) as Memo // the code above writes it
      const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
      return provider.attempt((config) => provider.identityOf(config, query, checks))
    },
    async exchange(code) {
      if (!bareCodes) throw new Refusal('code_refused')
      return provider.attempt((config) => provider.identityOfBareCode(config, code))
    },
  }
}

interface Memo {
  readonly verifier: string
  readonly nonce: string
}

class OidcProvider {
  readonly #options: OidcOptions
  #known: { metadata: oidc.ServerMetadata; until: number } | undefined

  constructor(options: OidcOptions) {
    this.#options = options
  }

  /** Each login gets its own configuration and with it the provider's current keys, so a rotated key works at once. */
  async configuration(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, timeLimitMs = 8000 } = this.#options
    const deadline = AbortSignal.timeout(timeLimitMs)
    const fetch: oidc.CustomFetch = (url, { signal, body, ...init }) =>
      fetchBounded(url, {
        ...init,
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
    const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    if (!this.#known || this.#known.until < performance.now()) {
      const found = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
        [oidc.customFetch]: fetch,
        execute: insecure,
      })
      this.#known = { metadata: found.serverMetadata(), until: performance.now() + metadataLifeMs }
    }
    const { metadata } = this.#known
    const methods = metadata.token_endpoint_auth_methods_supported
    const authenticate =
      !methods || methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    const config = new oidc.Configuration(metadata, clientId, undefined, authenticate(clientSecret))
    config[oidc.customFetch] = fetch
    for (const allow of insecure) allow(config)
    oidc.enableNonRepudiationChecks(config)
    return config
  }

  /** Runs one exchange with the provider. Every failure becomes one of three refusals. */
  async attempt<T>(work: (config: oidc.Configuration) => Promise<T>): Promise<T> {
    const { warn } = this.#options
    const config = await this.configuration().catch((error: unknown) => {
      const { reason } = classifyError(error)
      warn({ reason }, 'The OpenID Connect provider does not describe itself: check OIDC_ISSUER')
      throw new Refusal('peer_unavailable')
    })
    try {
      return await work(config)
    } catch (error) {
      const { verdict, reason, quiet } = classifyError(error)
      // The provider may have moved, so the next login reads its description again.
      if (verdict === 'peer_unavailable') this.#known = undefined
      if (!quiet) warn({ reason }, 'A login at the OpenID Connect provider failed')
      throw new Refusal(verdict)
    }
  }

  /** Exchanges the code of a browser for tokens, and reads from them who it is. */
  async identityOf(
    config: oidc.Configuration,
    query: URLSearchParams,
    checks: oidc.AuthorizationCodeGrantChecks,
  ): Promise<SchoolIdentity> {
    const { callback, studentClaim, warn } = this.#options
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${callback}?${query}`), {
      ...checks,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new TypeError('no ID token, which the call above insists on')
    let studentId = claimText(claims[studentClaim])
    if (studentId === '' && config.serverMetadata().userinfo_endpoint)
      studentId = claimText((await oidc.fetchUserInfo(config, tokens.access_token, claims.sub))[studentClaim])
    if (studentId === '')
      warn({ claim: studentClaim }, 'The OpenID Connect provider sent no such claim: check OIDC_STUDENT_CLAIM')
    return { provider: `oidc:${claims.iss}`, subject: claims.sub, studentId }
  }

  /** A scanned code does not name its issuer. If our issuer accepts it, it is ours. */
  identityOfBareCode(config: oidc.Configuration, code: string): Promise<SchoolIdentity> {
    return this.identityOf(config, new URLSearchParams({ code, iss: config.serverMetadata().issuer }), {})
  }
}

/** Student ids are text, but some providers send numbers. */
function claimText(claim: unknown): string {
  if (typeof claim === 'number' && Number.isSafeInteger(claim)) return String(claim)
  return typeof claim === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(claim.trim()) ? claim.trim() : ''
}
