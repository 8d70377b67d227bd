/**
 * Statements that go out together and are done in this order. If one fails, that is thrown when all have ended: a transaction
 * must not end before its statements.
 */
export async function together<T extends readonly unknown[]>(
  statements: {
    readonly [I in keyof T]: T[I] | Promise<T[I]>
  },
): Promise<T> {
  const failed = (await Promise.allSettled(statements)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return (await Promise.all(statements)) as unknown as T // in the same order
}
