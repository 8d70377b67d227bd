import type { Command } from './command.ts'

export const demoCommand: Command = {
  summary: 'Fill an empty database with the term of a made-up team.',
  help: 'It refuses a database with people. `npm start -- --demo` does the same and starts the service.',
  takes: [],
  async run({ env, say }) {
    const [{ openDatabase }, { demoLogins, fillDemo }, { connectPorts }] = await Promise.all([
      import('../open-store.ts'),
      import('#demo/demo.ts'),
      import('#adapters/index.ts'),
    ])
    await using database = await openDatabase(env)
    const { store, now, config } = database
    await fillDemo(store, await connectPorts(config, () => {}, now), now(), config.team.zone)
    say(`The demo team has moved in.\n${demoLogins}`)
    return 0
  },
}
