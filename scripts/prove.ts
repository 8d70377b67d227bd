import { say } from './shared/proof.ts'

/** The checks that take too long, or need too much of a machine, for `npm test`; `docs/operating.md` describes each. */
const proofs = {
  'pull-the-plug': 'SQLite under load is killed again and again, and loses nothing that was answered',
  promote: 'PostgreSQL under load is killed and its standby promoted, and nothing answered is lost',
  races: 'members claim the same tickets at once, and each ticket has one winner',
  forwards: 'tickets reach a ticket system that misbehaves once each, while the service is killed',
  messages: 'everybody is told once, while channels misbehave and services and databases fail',
  imports: 'an import that is killed is there whole or not at all; large tables come in quickly',
  'repair-day': 'forty visitors of a repair day come and go, while the network is cut',
  model: 'random sequences of what people do to tickets agree with a simple model',
  ords: 'open data is what the standard wants, and an import of it gives the same again',
  hours: 'pages and tables of hours are quick with a year of a large team',
  million: 'calls take no longer with a million tickets than with ten thousand',
  soak: 'connections that are slow, idle, too many or broken disturb nobody else',
  proxy: 'behind nginx one client disturbs no other, and a rolling restart fails no request',
  peers: 'a real Request Tracker and a real Redmine get what is forwarded',
  mutants: 'tests notice faults that are planted in the program',
} as const

const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(proofs, name)) {
  const { proof } = await import(`./prove/${name}.ts`)
  await proof.run(args)
} else {
  say('npm run prove -- <name> [options]\n')
  for (const [each, about] of Object.entries(proofs)) say(`  ${each.padEnd(14)} ${about}`)
  process.exitCode = 1
}
