import { Failure } from '#contract/connect.ts'

/** Runs `instead` if an older service lacks the endpoint. */
export async function ifOlder<T>(work: Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure && error.status === 404 && ['', 'not_found'].includes(error.code)) return instead()
    throw error
  }
}
