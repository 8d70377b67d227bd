import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
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
export class UsageError extends Error {
  override name = 'Misused'
}

/** The words are right, and what they ask for cannot be done as things are; the message says why. */
export class CommandError extends Error {
  override name = 'NotPossible'
}

/** Nothing that is there is written over, and a folder that is missing is told before the work, not after it. */
export function assertNewFile(file: string): void {
  if (existsSync(file)) throw new CommandError(`${file} is there already and stays as it is: choose another name.`)
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}.`)
}

export interface CommandInput {
  readonly env: Environment
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
  readonly say: (text: string) => void
}
