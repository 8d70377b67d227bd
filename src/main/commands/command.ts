import type { ParseArgsConfig } from 'node:util'
import type { Environment } from '#config/config.ts'

/** One command of the command line. */
export interface Command {
  readonly summary: string
  readonly help?: string
  /** The words it takes, as they are shown: `<file>`, or `[file]` where it can do without. */
  readonly takes: readonly string[]
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** Serves until it is told to stop: what it says at the start is not what it is run for. */
  readonly service?: boolean
  /** Does it; answers the exit code. */
  run(given: CommandInput): Promise<number>
}

/** The words fit no use of the command; the message says which do. */
export class Misused extends Error {
  override name = 'Misused'
}

export interface CommandInput {
  readonly env: Environment
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
  readonly say: (text: string) => void
}
