import { type ExternalConfig, readExternal } from './external.ts'
import { type HttpConfig, readHttp } from './http.ts'
import { type IdentityConfig, identityVariables, readIdentity } from './identity.ts'
import { readLogLevel } from './log.ts'
import { type MailConfig, mailVariables, readMail } from './mail.ts'
import { type MediaConfig, readMedia } from './media.ts'
import { misspelt } from './misspelt.ts'
import { readStorage, type StorageConfig } from './storage.ts'
import { readTeam, type TeamConfig } from './team.ts'
import { type Environment, type Problem, Values, type ValuesOf } from './values.ts'
import { type Variable, type VariableName, variables } from './variables.ts'
import { type MiniProgramConfig, readMiniProgram, wechatVariables } from './wechat.ts'

export { isLoopback } from './address.ts'
export type { MediaConfig } from './media.ts'
export type { PostgresConfig, SqliteConfig } from './storage.ts'
export type { Environment, Problem } from './values.ts'

export interface Config extends StorageConfig {
  readonly http: HttpConfig
  readonly team: TeamConfig
  readonly logLevel: string
  readonly miniProgram: MiniProgramConfig | undefined
  readonly mail: MailConfig | undefined
  readonly media: MediaConfig
  readonly identity: IdentityConfig | undefined
  readonly external: ExternalConfig
}

/** Everything that is wrong, in one message that never contains a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Fettle cannot run like this:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const valuesOf = (env: Environment): ValuesOf<typeof variables> => new Values(env, variables)

/** The environment as typed configuration; throws one `ConfigError` with all that is wrong. */
export function readConfig(env: Environment): Config {
  const { config, problems } = tryConfig(env)
  if (problems.length > 0) throw new ConfigError(problems.map(({ text }) => text))
  return config
}

/** The same for whoever has more to look at before complaining: parts with a problem hold something harmless. */
export function tryConfig(env: Environment): { config: Config; problems: Problem[] } {
  const values = valuesOf(env)
  const http = readHttp(values)
  const miniProgram = readMiniProgram(values, http)
  const mail = readMail(values)
  const identity = readIdentity(values)
  if (!miniProgram && !mail && !identity && values.sound(...logins)) values.problems.push(noLogin)
  const config = {
    http,
    ...readStorage(values),
    team: readTeam(values),
    logLevel: readLogLevel(values),
    miniProgram,
    mail,
    media: readMedia(values),
    identity,
    external: readExternal(values),
  }
  return { config, problems: [...values.problems, ...misspelt(env, variables)] }
}

const logins: VariableName[] = [
  'HOST',
  ...(Object.keys({ ...wechatVariables, ...mailVariables, ...identityVariables }) as VariableName[]), // the tables' own keys
]
const noLogin: Problem = {
  name: 'WECHAT_APP_ID',
  text: 'Nobody could log in: demo login works only while HOST and PUBLIC_URL are loopback. Set WECHAT_APP_ID and WECHAT_APP_SECRET, or SMTP_URL and MAIL_FROM, or connect the school’s login',
}

/** What is in force, name by name, secrets hidden; for people to read. */
export function describeConfig(env: Environment): { name: string; value: string; from: string }[] {
  const values = valuesOf(env)
  const { http, dataDir, database, team } = tryConfig(env).config
  const inForce: Partial<Record<VariableName, string>> = {
    PUBLIC_URL: http.publicUrl,
    DATA_DIR: dataDir,
    TEAM_TIME_ZONE: team.zone,
    ...(database.kind === 'sqlite' ? { BACKUP_DIR: database.backups.dir } : {}),
  }
  return Object.entries<Variable>(variables).map(([key, { secret, default: usual = '' }]) => {
    const name = key as VariableName // the keys of the table
    const set = values.given(name)
    const from = set === undefined ? 'default' : env[name]?.trim() ? 'environment' : 'file'
    return { name, value: set !== undefined && secret ? '(hidden)' : (inForce[name] ?? set ?? usual), from }
  })
}
