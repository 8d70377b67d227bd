import { Refusal } from '#contract/errors.ts'
import type { IdentityProvider, SchoolIdentity } from '#service/shared/ports.ts'
import { fetchBounded, reasonOf } from '../bounded-fetch.ts'
import { type CasAnswer, readCasAnswer } from './cas-answer.ts'

export interface CasOptions {
  /** Without a slash at the end: `https://cas.example.edu/cas`. */
  readonly url: string
  /** True if tickets of logins that began elsewhere are accepted. */
  readonly bareTickets: boolean
  readonly callback: string
  /** For what an administrator has to fix. It never gets a ticket. */
  readonly warn: (facts: object, text: string) => void
  readonly timeLimitMs?: number
}

// The error codes of CAS 3. INVALID_SERVICE comes for every ticket of another service, so it counts as a wrong ticket. It may also mean
// that we are not registered, so it is logged too.
const refusals = new Map(
  Object.entries({
    INVALID_TICKET: 'code_refused',
    INVALID_TICKET_SPEC: 'code_refused',
    INVALID_SERVICE: 'code_refused',
    INVALID_REQUEST: 'broken',
    UNAUTHORIZED_SERVICE: 'broken',
    UNAUTHORIZED_SERVICE_PROXY: 'broken',
    INVALID_PROXY_CALLBACK: 'broken',
    INTERNAL_ERROR: 'peer_unavailable',
  } as const),
)
const aboutTheTicket: ReadonlySet<string> = new Set(['INVALID_TICKET', 'INVALID_TICKET_SPEC'])

export function casIdentity({ url, bareTickets, callback, warn, timeLimitMs = 5000 }: CasOptions): IdentityProvider {
  /** The server compares this address byte for byte with the one of the ticket. */
  const serviceFor = (state: string) => `${callback}?state=${state}`

  async function validate(ticket: string, service: string): Promise<CasAnswer> {
    const query = new URLSearchParams({ service, ticket, format: 'JSON' })
    try {
      const response = await fetchBounded(`${url}/p3/serviceValidate?${query}`, {
        signal: AbortSignal.timeout(timeLimitMs),
      })
      if (response.status !== 200) throw Object.assign(new Error('status'), { code: `HTTP ${response.status}` })
      return readCasAnswer(await response.text())
    } catch (error) {
      warn({ reason: reasonOf(error) }, 'The CAS server does not answer as it should')
      throw new Refusal('peer_unavailable')
    }
  }

  async function identityOf(ticket: string, service: string): Promise<SchoolIdentity> {
    if (!/^ST-[\w.~-]{1,500}$/.test(ticket)) throw new Refusal('code_refused')
    const answer = await validate(ticket, service)
    if ('user' in answer) return { provider: `cas:${url}`, subject: answer.user, studentId: answer.user }
    const { failure } = answer
    if (!aboutTheTicket.has(failure))
      warn({ failure }, `The CAS server refuses: is ${callback} registered there as a service?`)
    throw new Refusal(refusals.get(failure) ?? 'peer_unavailable')
  }

  return {
    async check() {
      // CAS has no call that checks a service alone. But it refuses an impossible ticket as a ticket only if it knows us.
      const answer = await validate('ST-0-fettle-check', callback).catch(() => ({ failure: 'no answer' }))
      if (!('failure' in answer) || !aboutTheTicket.has(answer.failure))
        throw new Error(
          `CAS at ${url} does not accept this service (${'failure' in answer ? answer.failure : 'it accepts anything'})`,
        )
    },
    async begin(state) {
      return { url: `${url}/login?service=${encodeURIComponent(serviceFor(state))}`, memo: '' }
    },
    async finish(query, state) {
      return identityOf(query.get('ticket') ?? '', serviceFor(state))
    },
    async exchange(ticket) {
      if (!bareTickets) throw new Refusal('code_refused')
      return identityOf(ticket, callback)
    },
  }
}
