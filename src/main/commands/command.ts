import type { ParseArgsConfig } from 'node:util'
import type { Environment } from '#config/config.ts'

/** One command of the command line. */
export interface Command {
  readonly summary: string
  readonly help?: string
  /** The words it needs, as they are shown: `<file>`. */
  readonly takes: readonly string[]
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** Does it; answers the exit code. */
  run(given: Given): Promise<number>
}

export interface Given {
  readonly env: Environment
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
  readonly say: (text: string) => void
}
