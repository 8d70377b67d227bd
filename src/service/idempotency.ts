import { createHash } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { keyLife } from '#rules/tickets.ts'
import type { Made } from '#store/idempotency-keys.ts'
import type { Done, Tx } from '#store/store.ts'

/**
 * Does the work once for an `Idempotency-Key` of a person, however often it is asked for; without a key each time. What a
 * repeated call asks for must be what the first one did.
 */
export async function once(
  tx: Tx,
  { personId, key, at }: { readonly personId: number; readonly key: string | undefined; readonly at: number },
  wish: object,
  work: () => Promise<Done<Made>>,
): Promise<Done<Made>> {
  if (key === undefined) return work()
  const body = createHash('sha256').update(JSON.stringify(wish)).digest()
  const earlier = await tx.keys.take(personId, key, body, at, at - keyLife)
  if (earlier && !body.equals(earlier.body)) throw new Refusal('key_reused')
  if (earlier) return { answer: earlier, events: [] }
  const done = await work()
  await tx.keys.save(personId, key, done.answer)
  return done
}
