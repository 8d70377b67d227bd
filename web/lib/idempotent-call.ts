import { randomName } from './random.ts'

/** Repeats with the same contents carry the same idempotency key until one succeeds. */
export function idempotentCall<I extends object, O>(call: (input: I, how: { key: string }) => Promise<O>) {
  let kept: { readonly contents: string; readonly key: string } | undefined
  return async (input: I): Promise<O> => {
    const contents = JSON.stringify(input)
    if (kept?.contents !== contents) kept = { contents, key: randomName() }
    const output = await call(input, { key: kept.key })
    kept = undefined
    return output
  }
}
