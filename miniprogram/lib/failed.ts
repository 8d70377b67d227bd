import { Failure } from '#contract/failure.ts'
import { useAppWords } from './words.ts'

/** What went wrong, for the person: the service's own sentence, or that nobody answered. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure)
    return error.status === 0 ? useAppWords().offline : error.message || useAppWords().broken
  return useAppWords().broken
}
