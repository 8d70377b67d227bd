type Call<I, O> = (input: I, how: { key: string }) => Promise<O>

/** Repeats with the same contents carry the same idempotency key until one succeeds. */
export function idempotentCall<I extends object, O>(call: Call<I, O>, newKey: () => string): (input: I) => Promise<O> {
  let kept: { readonly contents: string; readonly key: string } | undefined
  return async (input) => {
    const contents = JSON.stringify(input)
    if (kept?.contents !== contents) kept = { contents, key: newKey() }
    const output = await call(input, { key: kept.key })
    kept = undefined
    return output
  }
}
