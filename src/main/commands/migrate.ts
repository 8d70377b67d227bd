import { openDatabase } from '../open-store.ts'
import type { CommandInput } from './command.ts'

export async function runMigrateCommand({ env, say }: CommandInput): Promise<number> {
  await using _database = await openDatabase(env)
  say('The schema is up to date.')
  return 0
}
