import type { Command } from './command.ts'

export const demoCommand: Command = {
  summary: "Fill an empty database with a believable team's term.",
  help: 'It refuses a database that already holds people. `npm start -- --demo` does the same and starts.',
  takes: [],
  async run({ env, say }) {
    const [{ opened }, { fillDemo }, { connectPorts }] = await Promise.all([
      import('../opened.ts'),
      import('../demo.ts'),
      import('#adapters/index.ts'),
    ])
    await using database = await opened(env)
    const { store, now, config } = database
    await fillDemo(store, await connectPorts(config, () => {}, now), now(), config.team.zone)
    say(
      'The demo team has moved in. Log in with the codes demo-user-1 to demo-user-3 as a user, demo-member-1 to demo-member-7 as a member (and then with an empty member code).',
    )
    return 0
  },
}
