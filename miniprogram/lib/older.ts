import { Failure } from '#contract/connect.ts'

/** A service of an earlier revision does not have every endpoint: what it does not know is found out in another way. */
export async function orElse<T>(work: Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure && error.status === 404 && ['', 'not_found'].includes(error.code)) return instead()
    throw error
  }
}
