import type { Clock } from '#kit/time.ts'
import type { ChatBot, Message } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpCall, type HttpClientOptions, type HttpReply, httpClient } from '../http-client.ts'
import { reachabilityCheck, splitAddress } from './address.ts'

/** `url` is the bot's own address, which is its key. */
export interface BotOptions extends HttpClientOptions {
  readonly now: Clock
}

interface BotProtocol {
  readonly pauseMs: number
  readonly call: (message: Message) => { readonly query?: HttpCall['query']; readonly body: object }
  /** The statuses whose answers are looked at. */
  readonly expect: readonly number[]
  /** Throws `Trouble` unless it was taken. */
  readonly look: (answer: HttpReply) => void
}

/** A bot of a group that is called at an address of its own. */
export function groupBot({ now, ...where }: BotOptions, { pauseMs, call, expect, look }: BotProtocol): ChatBot {
  const { url, query: key } = splitAddress(where.url)
  const ask = httpClient({ ...where, url })
  const turn = throttle(pauseMs, now)
  return {
    pauseMs,
    check: reachabilityCheck(where),
    async send(message, signal) {
      turn()
      const { query, body } = call(message)
      const headers = { 'idempotency-key': message.id }
      const asked = { path: '', query: { ...key, ...query }, body: JSON.stringify(body), headers, expect, signal }
      look(await ask({ method: 'POST', ...asked }).catch(judged))
    },
  }
}

/** Deliveries keep their pauses themselves, on all nodes together; this holds back tests that come between them. */
export function throttle(pauseMs: number, now: Clock): () => void {
  let last: number | undefined
  return () => {
    const waitMs = last === undefined ? 0 : last + pauseMs - now()
    // A clock that was ahead holds nothing up.
    if (waitMs > 0 && waitMs <= pauseMs) throw new Trouble({ say: 'busy' }, { retryAfterMs: waitMs })
    last = now()
  }
}

/** What is wrong with this message or with the key does not pass by waiting, and what comes after it must not wait for it. */
function judged(error: unknown): never {
  if (!(error instanceof Trouble)) throw error
  const { what } = error
  if (what.say === 'refused' && what.status === 410) throw new Trouble({ say: 'closed' }, { hopeless: true })
  // A key that is none of theirs is a page that they do not have.
  if (what.say === 'credentials' || (what.say === 'refused' && what.status === 404))
    throw new Trouble({ say: 'credentials' }, { hopeless: true })
  if (what.say === 'refused') throw new Trouble(what, { hopeless: true })
  throw error
}

interface Codes {
  /** Something is wrong over there, for a moment. */
  readonly failing: readonly number[]
  /** It was too much, and it is worth waiting so long. */
  readonly busy: readonly number[]
  readonly waitMs: number
  /** The key, the signature or a security setting of the bot does not fit. */
  readonly credentials: readonly number[]
}

/** Throws what a code in an answer means; 0 is success. What nobody knows is refused. */
export function assertSuccessCode(code: number, { failing, busy, waitMs, credentials }: Codes): void {
  if (code === 0) return
  if (failing.includes(code)) throw new Trouble({ say: 'failing', status: code })
  if (busy.includes(code)) throw new Trouble({ say: 'busy' }, { retryAfterMs: waitMs })
  if (credentials.includes(code)) throw new Trouble({ say: 'credentials' }, { hopeless: true })
  throw new Trouble({ say: 'refused', status: code }, { hopeless: true })
}
