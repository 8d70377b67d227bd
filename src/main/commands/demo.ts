import type { Command } from './command.ts'

export const demoCommand: Command = {
  summary: "Fill an empty database with a believable team's term.",
  help: 'It refuses a database that already holds people. `npm start -- --demo` does the same and starts.',
  takes: [],
  async run({ env, say }) {
    const [{ openDatabase: opened }, { demoLogins, fillDemo }, { connectPorts }] = await Promise.all([
      import('../open-store.ts'),
      import('#demo/demo.ts'),
      import('#adapters/index.ts'),
    ])
    await using database = await opened(env)
    const { store, now, config } = database
    await fillDemo(store, await connectPorts(config, () => {}, now), now(), config.team.zone)
    say(`The demo team has moved in.\n${demoLogins}`)
    return 0
  },
}
