import { randomName } from './random.ts'

/**
 * The same contents go with the same key until they have arrived, so that a try whose answer was lost can be repeated. The same contents
 * after that are another call.
 */
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
