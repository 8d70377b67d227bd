import { say } from './shared/proof.ts'

/** Checks that take too long or need too much of a machine for `npm test`. `docs/operating.md` describes each. */
const proofs = {
  'pull-the-plug': 'SQLite is killed again and again under load, and no answered write is lost',
  promote: 'PostgreSQL is killed under load and its standby promoted; no answered write is lost',
  races: 'members claim the same tickets at the same time; each ticket has one winner',
  bookings: 'two hundred people book forty places at once; none is given twice, and no one is lost',
  forwards: 'each ticket reaches a failing ticket system once, while the service is killed',
  messages: 'no message is lost while channels, services and databases fail',
  imports: 'an import that is killed leaves all rows or none; large tables import quickly',
  'repair-day': 'forty visitors of a repair day are served, while the network is cut',
  model: 'random sequences of actions on tickets agree with a simple model',
  ords: 'open data follows the standard, and an import of it exports the same bytes',
  hours: 'pages and tables of hours are quick with a year of data of a large team',
  million: 'calls take no longer with a million tickets than with ten thousand',
  soak: 'slow, idle, broken or too many connections do not disturb other clients',
  proxy: 'behind nginx no client disturbs another, and no request fails in a rolling restart',
  peers: 'tickets are forwarded to a real Request Tracker and a real Redmine',
  mutants: 'tests notice faults that are planted in the code',
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
