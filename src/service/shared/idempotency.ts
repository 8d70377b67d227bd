import { hash } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { idempotencySpan } from '#rules/tickets/tickets.ts'
import { type ChangeResult, RollbackWith, type Tx } from '#store/store.ts'
import type { KeyedCall, Made } from '#store/team/idempotency-keys.ts'

interface Call<Looked> {
  readonly personId: number
  readonly key: string | undefined
  readonly at: number
  /** What is asked for. A repeated call must ask for the same. */
  readonly input: object
  /** What the work rests on. It is looked up right before the key: what another call with this key has changed is seen only with its key. */
  readonly load: () => Promise<Looked>
  /** What is written before `looked` is there is undone if the call is refused, or was done before. */
  readonly work: (looked: Promise<Looked>) => Promise<ChangeResult<Made>>
}

/** Does the work once for an `Idempotency-Key` of a person, however often it is asked for; without a key each time. */
export async function idempotent<Looked>(
  tx: Tx,
  { personId, key, at, input: wish, load: look, work }: Call<Looked>,
): Promise<ChangeResult<Made>> {
  if (key === undefined) return work(look())
  const body = hash('sha256', JSON.stringify(wish), 'buffer')
  const call = { personId, key, body, at, since: at - idempotencySpan }
  const done = await work(theFirstTime(tx, call, look))
  tx.keys.save(call, done.answer)
  return done
}

async function theFirstTime<Looked>(tx: Tx, call: KeyedCall, look: () => Promise<Looked>): Promise<Looked> {
  const [looked, found] = await Promise.allSettled([look(), tx.keys.find(call)])
  const earlier = settled(found)
  if (!earlier) return settled(looked)
  // A call that was done is answered as then, even if it would be refused by now.
  if (!isRefused(looked)) settled(looked)
  if (Buffer.compare(earlier.body, call.body) !== 0) throw new Refusal('key_reused')
  throw new RollbackWith(earlier)
}

function settled<T>(end: PromiseSettledResult<T>): T {
  if (end.status === 'rejected') throw end.reason
  return end.value
}

const isRefused = (end: PromiseSettledResult<unknown>) => end.status === 'rejected' && end.reason instanceof Refusal
