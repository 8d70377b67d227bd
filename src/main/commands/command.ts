import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ParseArgsConfig } from 'node:util'
import type { Environment } from '#config/config.ts'

export interface Command {
  readonly summary: string
  readonly help?: string
  /** Its arguments as help shows them: `<file>`, or `[file]` if optional. */
  readonly takes: readonly string[]
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** True for the command that serves. Its output does not matter. */
  readonly service?: boolean
  /** Loads the function that runs the command and returns the exit code. Its modules load late, so that help and errors appear at once. */
  readonly load: () => Promise<(given: CommandInput) => Promise<number>>
}

/** Wrong arguments. The message says which are right. */
export class UsageError extends Error {
  override name = 'Misused'
}

/** The arguments are right, but the command is not possible now. The message says why. */
export class CommandError extends Error {
  override name = 'NotPossible'
}

/** Checked before the work: no file is overwritten, and the folder must exist. */
export function assertNewFile(file: string): void {
  if (existsSync(file)) throw new CommandError(`${file} already exists and was not changed. Choose another name.`)
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}.`)
}

export interface CommandInput {
  readonly env: Environment
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
  readonly say: (text: string) => void
}
