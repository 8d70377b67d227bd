import { createHash } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { keyLife } from '#rules/tickets.ts'
import type { Made } from '#store/idempotency-keys.ts'
import type { Done, Tx } from '#store/store.ts'

/** Writes down what came of a call that brought a key, together with what else is written. */
export type Keep = (made: Made) => Promise<void>

interface Call<Looked> {
  readonly personId: number
  readonly key: string | undefined
  readonly at: number
  /** What is asked for. A repeated call must ask for the same. */
  readonly wish: object
  /** What the work rests on. It is looked up while the key is, and changes nothing. */
  readonly look: () => Promise<Looked>
  /** What it does not `keep` itself is kept after it. */
  readonly work: (looked: Looked, keep: Keep) => Promise<Done<Made>>
}

/** Does the work once for an `Idempotency-Key` of a person, however often it is asked for; without a key each time. */
export async function once<Looked>(tx: Tx, call: Call<Looked>): Promise<Done<Made>> {
  const { personId, key, at, wish, look, work } = call
  if (key === undefined) return work(await look(), async () => {})
  const body = createHash('sha256').update(JSON.stringify(wish)).digest()
  const [taken, looked] = await Promise.allSettled([tx.keys.take(personId, key, body, at, at - keyLife), look()])
  const earlier = settled(taken)
  // A call that was done is answered as then, even if it would be refused by now.
  if (!earlier || !isRefused(looked)) settled(looked)
  if (earlier && !body.equals(earlier.body)) throw new Refusal('key_reused')
  if (earlier) return { answer: earlier, events: [] }
  let kept = false
  const keep: Keep = (made) => {
    kept = true
    return tx.keys.save(personId, key, made)
  }
  const done = await work(settled(looked), keep)
  if (!kept) await keep(done.answer)
  return done
}

function settled<T>(end: PromiseSettledResult<T>): T {
  if (end.status === 'rejected') throw end.reason
  return end.value
}

const isRefused = (end: PromiseSettledResult<unknown>) => end.status === 'rejected' && end.reason instanceof Refusal
