/**
 * Waits for all promises, even if one rejects, and then throws the first rejection in the given order. With `Promise.all`, the others would
 * continue after their transaction has ended.
 */
export async function allSettledOrThrow<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(promises)
  const values = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  return values as { -readonly [K in keyof T]: Awaited<T[K]> } // one for each promise, in order
}
