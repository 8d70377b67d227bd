import type { LogOperation, LogTarget } from '../codes.ts'
import type { Phrases } from '../phrases.ts'

export type LogPhrase = Exclude<keyof Phrases, `note_${string}`>

/** What the sentence about an entry of the operation log says. */
export interface LogFacts<Name extends LogPhrase> {
  readonly who: string
  /** False for the service itself and the command line. */
  readonly byPerson: boolean
  /** The members whose hours they are. */
  readonly people: readonly string[]
  readonly id: number
  readonly did: LogOperation
  readonly on: LogTarget
  readonly before: Readonly<Phrases[Name]> | undefined
  readonly after: Readonly<Phrases[Name]> | undefined
  /** The state after the change, or before a deletion. */
  readonly one: Readonly<Phrases[Name]>
}

export type LogSentences = { readonly [Name in LogPhrase]: (facts: LogFacts<Name>) => string }

export interface LogWords {
  readonly sentences: LogSentences
  /** In place of a name. */
  readonly service: string
  /** Ends the sentence. */
  readonly stop: string
}

/** Those of `some` that `others` lacks. */
export const without = (some: readonly string[] = [], others: readonly string[] = []) =>
  some.filter((one) => !others.includes(one))
