/**
 * Waits for all of what was begun together, also where one has failed; then fails with the first of those, in the order given.
 * `Promise.all` would not wait: the rest would go on after its transaction is over.
 */
export async function allSettledOrThrow<T extends readonly unknown[] | []>(
  begun: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(begun)
  const values = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  return values as { -readonly [K in keyof T]: Awaited<T[K]> } // one for each, in their order
}
