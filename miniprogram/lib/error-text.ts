import { Failure } from '#contract/connect.ts'
import { textsOf } from './language.ts'
import { appWords } from './words.ts'

/** An error with a sentence of the mini-program. */
export class UserError extends Error {}

/** The sentence for an error. */
export function errorText(error: unknown): string {
  if (error instanceof UserError) return error.message
  if (error instanceof Failure)
    return error.status === 0 ? textsOf(appWords).offline : error.message || textsOf(appWords).broken
  return textsOf(appWords).broken
}
