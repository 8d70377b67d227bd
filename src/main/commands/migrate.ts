import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary: 'Bring the schema of the database up to date.',
  help: 'A start does the same by itself.',
  takes: [],
  async run({ env, say }) {
    const { openDatabase } = await import('../open-store.ts')
    await using _database = await openDatabase(env)
    say('The schema is up to date.')
    return 0
  },
}
