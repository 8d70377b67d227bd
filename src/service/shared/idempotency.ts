import { hash } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { idempotencySpan } from '#rules/tickets/tickets.ts'
import { type ChangeResult, RollbackWith, type Tx } from '#store/store.ts'
import type { KeyedCall, KeyedResult } from '#store/team/idempotency-keys.ts'

interface Call<Data> {
  readonly personId: number
  readonly key: string | undefined
  readonly at: number
  /** A repeated call must have the same input. */
  readonly input: object
  /** Reads the data for the work, in the same round trip as the key. */
  readonly load: () => Promise<Data>
  /** May write before `data` resolves. If it rejects, for a refused or repeated call, the writes are rolled back. */
  readonly work: (data: Promise<Data>) => Promise<ChangeResult<KeyedResult>>
}

/** Works once for each `Idempotency-Key` of a person. Repeated calls get the first answer. */
export async function idempotent<Data>(
  tx: Tx,
  { personId, key, at, input, load, work }: Call<Data>,
): Promise<ChangeResult<KeyedResult>> {
  if (key === undefined) return work(load())
  const body = hash('sha256', JSON.stringify(input), 'buffer')
  const call = { personId, key, body, at, since: at - idempotencySpan }
  const result = await work(loadUnlessRepeated(tx, call, load))
  tx.idempotencyKeys.save(call, result.answer)
  return result
}

async function loadUnlessRepeated<Data>(tx: Tx, call: KeyedCall, load: () => Promise<Data>): Promise<Data> {
  const [data, found] = await Promise.allSettled([load(), tx.idempotencyKeys.find(call)])
  const earlier = settledValue(found)
  if (!earlier) return settledValue(data)
  // A repeated call gets the first answer even if it would be refused by now.
  if (!isRefused(data)) settledValue(data)
  if (Buffer.compare(earlier.body, call.body) !== 0) throw new Refusal('key_reused')
  throw new RollbackWith(earlier)
}

function settledValue<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const isRefused = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && result.reason instanceof Refusal
