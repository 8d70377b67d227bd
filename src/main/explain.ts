import { type ErrorCode, Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import { sentence, troubleText } from '#contract/words/words.ts'
import { Trouble } from '#service/trouble.ts'
import { BackupError } from '#store/backup.ts'
import { Unavailable } from '#store/engine.ts'
import { Locked } from '#store/lock.ts'
import { NewerSchema } from '#store/migrate.ts'
import { CannotMove } from '#store/move.ts'
import { Damaged } from '#store/open.ts'
import { NotEmpty } from './demo.ts'

/** What people can mend themselves is a sentence; the rest is a fault of ours and shows where it happened. */
export function explained(error: unknown): string {
  const plain = [BackupError, Locked, NewerSchema, Damaged, NotEmpty, CannotMove]
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message // one of the kinds above
  if (error instanceof Refusal) return sentence<ErrorCode>(words.en_US, error.code, error.facts)
  if (error instanceof Trouble) return `The external ticket system: ${troubleText(words.en_US, error.what)}`
  if (error instanceof Unavailable) return `The database cannot be used now: ${withoutSecrets(error.message)}`
  const { syscall, message, stack } = error as NodeJS.ErrnoException // whatever was thrown; each part is optional
  return withoutSecrets((syscall ? message : stack) ?? String(error))
}

const withoutSecrets = (text: string) => text.replace(/(\w+:\/\/[^:@/\s]*):[^@/\s]*@/g, '$1:(hidden)@')
