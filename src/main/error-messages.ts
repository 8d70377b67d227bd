import { type Environment, tryConfig } from '#config/config.ts'
import { type ErrorCode, Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import { externalTroubleText, refusalSentence } from '#contract/words/words.ts'
import { NotEmptyError } from '#demo/demo.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { damageRemedy } from '#store/backup-files.ts'
import {
  CheckError,
  DamageError,
  DataFolderInUse,
  findDamageInChildProcess,
  isDamage,
  stateOf,
  Unavailable,
} from '#store/engine/whole-database.ts'
import { NewerSchema } from '#store/migrations/migrate.ts'
import { BackupError } from '#store/upkeep/backup.ts'
import { CannotMove } from '#store/upkeep/move.ts'

/** SQLite may report damage because of one failed read. So the file is checked, and the error of a damaged file says what helps. */
export async function diagnoseDamage(error: unknown, env: Environment): Promise<unknown> {
  const { database } = tryConfig(env).config
  if (database.kind !== 'sqlite') return error
  const damaged = (what: string) => new DamageError(database.file, what, damageRemedy(database))
  if (error instanceof DamageError) return damaged(error.what)
  if (!isDamage(error)) return error
  try {
    const found = await findDamageInChildProcess(database.file, stateOf(database.file), 'full').result
    return found ? damaged(found) : new Unavailable(String(error))
  } catch (unchecked) {
    return unchecked instanceof CheckError ? new Unavailable(unchecked.message) : unchecked
  }
}

/** A sentence for errors that operators can fix, and the stack for faults of ours. */
export function errorMessage(error: unknown, flags: readonly string[] = []): string {
  const operational = [BackupError, DataFolderInUse, NewerSchema, DamageError, NotEmptyError, CannotMove]
  if (operational.some((kind) => error instanceof kind)) return (error as Error).message // one of these kinds
  if (error instanceof Refusal)
    return refusalSentence<ErrorCode>(words.en_US, error.code, withFlags(error.facts, flags))
  if (error instanceof Trouble) return `The external ticket system: ${externalTroubleText(words.en_US, error.what)}`
  if (error instanceof Unavailable) return `The database cannot be used now: ${withoutSecrets(error.message)}`
  const { syscall, message, stack } = error as NodeJS.ErrnoException // each part is optional
  return withoutSecrets((syscall ? message : stack) ?? String(error))
}

/** Names a field as its flag on the command line. */
function withFlags<T>(facts: T, flags: readonly string[]): T {
  if (!facts || typeof facts !== 'object' || !('field' in facts) || typeof facts.field !== 'string') return facts
  const [name = ''] = facts.field.split('[')
  return flags.includes(name) ? { ...facts, field: `--${facts.field}` } : facts
}

const withoutSecrets = (text: string) => text.replace(/(\w+:\/\/[^:@/\s]*):[^@/\s]*@/g, '$1:(hidden)@')
