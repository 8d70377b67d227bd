import type { Clock } from '#kit/time.ts'
import type { ChatBot, Message } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpCall, type HttpClientOptions, type HttpReply, httpClient } from '../http-client.ts'
import { reachabilityCheck, splitAddress } from './address.ts'

/** `url` is the bot's secret address. */
export interface BotOptions extends HttpClientOptions {
  readonly now: Clock
}

interface BotProtocol {
  readonly pauseMs: number
  readonly call: (message: Message) => { readonly query?: HttpCall['query']; readonly body: object }
  /** The statuses that `assertAccepted` handles. */
  readonly expect: readonly number[]
  readonly assertAccepted: (answer: HttpReply) => void
}

/** A bot of a chat group that has an address of its own. */
export function groupBot(
  { now, ...where }: BotOptions,
  { pauseMs, call, expect, assertAccepted }: BotProtocol,
): ChatBot {
  const { url, query: key } = splitAddress(where.url)
  const ask = httpClient({ ...where, url })
  const assertPause = throttle(pauseMs, now)
  return {
    pauseMs,
    check: reachabilityCheck(where),
    async send(message, signal) {
      assertPause()
      const { query, body } = call(message)
      const headers = { 'idempotency-key': message.id }
      const request = { path: '', query: { ...key, ...query }, body: JSON.stringify(body), headers, expect, signal }
      assertAccepted(await ask({ method: 'POST', ...request }).catch(asHopeless))
    },
  }
}

/** The outbox keeps pauses for all nodes. This one holds back the test messages of administrators. */
export function throttle(pauseMs: number, now: Clock): () => void {
  let last: number | undefined
  return () => {
    const waitMs = last === undefined ? 0 : last + pauseMs - now()
    // A longer wait would come from a clock that was ahead.
    if (waitMs > 0 && waitMs <= pauseMs) throw new Trouble({ say: 'busy' }, { retryAfterMs: waitMs })
    last = now()
  }
}

/** A bad message or key does not get better by waiting, and later messages must not wait for it. */
function asHopeless(error: unknown): never {
  if (!(error instanceof Trouble)) throw error
  const { what } = error
  if (what.say === 'refused' && what.status === 410) throw new Trouble({ say: 'closed' }, { hopeless: true })
  // A wrong key is an unknown address.
  if (what.say === 'credentials' || (what.say === 'refused' && what.status === 404))
    throw new Trouble({ say: 'credentials' }, { hopeless: true })
  if (what.say === 'refused') throw new Trouble(what, { hopeless: true })
  throw error
}

interface Codes {
  /** A passing fault of the other side. */
  readonly failing: readonly number[]
  /** Too many messages. The next try waits `waitMs`. */
  readonly busy: readonly number[]
  readonly waitMs: number
  /** The key, the signature or a security setting of the bot is wrong. */
  readonly credentials: readonly number[]
}

/** Throws unless the code is 0. An unknown code counts as refused. */
export function assertSuccessCode(code: number, { failing, busy, waitMs, credentials }: Codes): void {
  if (code === 0) return
  if (failing.includes(code)) throw new Trouble({ say: 'failing', status: code })
  if (busy.includes(code)) throw new Trouble({ say: 'busy' }, { retryAfterMs: waitMs })
  if (credentials.includes(code)) throw new Trouble({ say: 'credentials' }, { hopeless: true })
  throw new Trouble({ say: 'refused', status: code }, { hopeless: true })
}
