import { Failure } from '#contract/connect.ts'
import { textsOf } from './language.ts'
import { appWords } from './words.ts'

/** Ends what was tapped with a sentence of our own, where the service has none. */
export class OwnSentence extends Error {}

/** What went wrong, for the person: the service's own sentence, or that nobody answered. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OwnSentence) return error.message
  if (error instanceof Failure)
    return error.status === 0 ? textsOf(appWords).offline : error.message || textsOf(appWords).broken
  return textsOf(appWords).broken
}
