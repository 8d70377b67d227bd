import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary: 'Bring the schema of the database up to date.',
  help: 'A start does the same by itself. This is for doing it beforehand.',
  takes: [],
  async run({ env, say }) {
    const { openDatabase: opened } = await import('../open-store.ts')
    await using _database = await opened(env)
    say('The schema is up to date.')
    return 0
  },
}
