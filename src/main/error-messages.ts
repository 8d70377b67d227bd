import { type Environment, tryConfig } from '#config/config.ts'
import { type ErrorCode, Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import { externalTroubleText, refusalSentence } from '#contract/words/words.ts'
import { NotEmptyError } from '#demo/demo.ts'
import { Trouble } from '#service/shared/trouble.ts'
import {
  Damaged,
  DataFolderInUse,
  findDamageBeside,
  isDamage,
  stateOf,
  Unavailable,
  Unchecked,
} from '#store/engine/whole-database.ts'
import { NewerSchema } from '#store/migrations/migrate.ts'
import { BackupError } from '#store/upkeep/backup.ts'
import { CannotMove } from '#store/upkeep/move.ts'
import { damageRemedy } from '#store/upkeep/nightly-backup.ts'

/**
 * What SQLite took for damage may have been a disk that failed to read for a moment. So the file is looked at, and if it is
 * damaged, the error that comes of it says what helps.
 */
export async function diagnoseDamage(error: unknown, env: Environment): Promise<unknown> {
  const { database } = tryConfig(env).config
  if (database.kind !== 'sqlite') return error
  const damaged = (what: string) => new Damaged(database.file, what, damageRemedy(database))
  if (error instanceof Damaged) return damaged(error.what)
  if (!isDamage(error)) return error
  try {
    const found = await findDamageBeside(database.file, stateOf(database.file), 'full').result
    return found ? damaged(found) : new Unavailable(String(error))
  } catch (unchecked) {
    return unchecked instanceof Unchecked ? new Unavailable(unchecked.message) : unchecked
  }
}

/** What people can mend themselves is a refusalSentence; the rest is a fault of ours and shows where it happened. */
export function errorMessage(error: unknown, flags: readonly string[] = []): string {
  const plain = [BackupError, DataFolderInUse, NewerSchema, Damaged, NotEmptyError, CannotMove]
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message // one of the kinds above
  if (error instanceof Refusal)
    return refusalSentence<ErrorCode>(words.en_US, error.code, withFlags(error.facts, flags))
  if (error instanceof Trouble) return `The external ticket system: ${externalTroubleText(words.en_US, error.what)}`
  if (error instanceof Unavailable) return `The database cannot be used now: ${withoutSecrets(error.message)}`
  const { syscall, message, stack } = error as NodeJS.ErrnoException // whatever was thrown; each part is optional
  return withoutSecrets((syscall ? message : stack) ?? String(error))
}

/** A field is called what it is called on the command line. */
function withFlags<T>(facts: T, flags: readonly string[]): T {
  if (!facts || typeof facts !== 'object' || !('field' in facts) || typeof facts.field !== 'string') return facts
  const [name = ''] = facts.field.split('[')
  return flags.includes(name) ? { ...facts, field: `--${facts.field}` } : facts
}

const withoutSecrets = (text: string) => text.replace(/(\w+:\/\/[^:@/\s]*):[^@/\s]*@/g, '$1:(hidden)@')
