import { connectPorts } from '#adapters/index.ts'
import { type Config, type Environment, tryConfig } from '#config/config.ts'
import { words } from '#contract/words/index.ts'
import { externalTroubleText } from '#contract/words/words.ts'
import { entriesOf } from '#kit/typed-keys.ts'
import type { Ports } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { inspectDatabase } from '#store/upkeep/inspect.ts'
import { findChangedPeriods } from './closed-periods.ts'
import { compareDerivedData, describeDrift, repairDerivedData } from './consistency.ts'
import { doctorResources, type Finding } from './doctor-resources.ts'
import { doctorService } from './doctor-service.ts'
import { unwritableReason } from './folders.ts'
import { clock, openLog } from './log.ts'
import { warnIn } from './open-context.ts'

/** Checks everything the service depends on. Reads only, except that `repair` first repairs derived data. */
export async function* doctor(env: Environment, { repair = false } = {}): AsyncGenerator<Finding> {
  const { config, problems } = tryConfig(env)
  if (problems.length === 0) yield { what: 'configuration' }
  for (const { text } of problems) yield { what: 'configuration', problem: text }
  yield finding(`data folder ${config.dataDir}`, unwritableReason(config.dataDir))
  if (!problems.some(({ name }) => name === 'DATABASE_URL')) {
    const what = config.database.kind === 'sqlite' ? 'database (SQLite)' : 'database (PostgreSQL)'
    const { remedy, problem, ...rest } = await inspectDatabase(config.database)
    yield { what, ...rest, ...(problem ? { problem: remedy ? `${problem}. ${remedy}` : problem } : {}) }
    if (!problem && !rest.note) {
      yield await derivedData(config.database, repair)
      yield await closedPeriods(config.database)
    }
  }
  yield* doctorResources(config, clock())
  if (!problems.some(({ name }) => name === 'HOST' || name === 'PORT')) yield await doctorService(config.http)
  const ports = await connectPorts(config, warnIn(openLog('warn').log), clock)
  const { channels, ...connected } = ports
  for (const [name, port] of entriesOf(connected))
    if (port) yield finding(peers[name], await port.check().then(() => undefined, messageOf))
  for (const [name, channel] of Object.entries(channels))
    if (channel) yield finding(`messages over ${name}`, await channel.check().then(() => undefined, messageOf))
}

async function derivedData(database: Config['database'], repair: boolean): Promise<Finding> {
  const what = 'counts and search index'
  try {
    const repaired = repair ? describeDrift(await repairDerivedData(database)) : ''
    const drift = describeDrift(await compareDerivedData(database))
    if (drift) return { what, problem: `${drift}. To repair it: npm run fettle -- check --repair` }
    return repaired ? { what, note: `repaired: ${repaired}` } : { what }
  } catch (error) {
    return { what, problem: messageOf(error) }
  }
}

/** Certificates rely on closed periods, so a change in one is a problem. */
async function closedPeriods(database: Config['database']): Promise<Finding> {
  const what = 'closed periods of hours'
  try {
    const names = (await findChangedPeriods(database)).map(({ name, until_date }) => `${name} (until ${until_date})`)
    return names.length === 0
      ? { what }
      : {
          what,
          problem: `changed since they were closed: ${names.join(', ')}. An older backup has them unchanged`,
        }
  } catch (error) {
    return { what, problem: messageOf(error) }
  }
}

type Peer = Exclude<keyof Ports, 'channels'>
const peers: Readonly<Record<Peer, string>> = {
  miniProgram: 'mini-program login',
  wechat: 'WeChat',
  mailer: 'mail server',
  identity: 'school login',
  media: 'pictures',
  pictures: 'picture library',
  external: 'external ticket system',
}

function finding(what: string, problem: string | undefined): Finding {
  return problem === undefined ? { what } : { what, problem }
}

function messageOf(error: unknown): string {
  if (error instanceof Trouble) return externalTroubleText(words.en_US, error.what)
  return error instanceof Error ? error.message : String(error)
}
