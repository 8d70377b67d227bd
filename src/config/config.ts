import { type BotsConfig, readBots } from './bots.ts'
import { type ExternalConfig, readExternal } from './external.ts'
import { type HttpConfig, readHttp } from './http.ts'
import { type IdentityConfig, readIdentity } from './identity.ts'
import { readLogLevel } from './log.ts'
import { readDemoLogin, readGuestLogin } from './logins.ts'
import { type MailConfig, readMail } from './mail.ts'
import { type MediaConfig, type PicturesConfig, readMedia, readPictures } from './media.ts'
import { findMisspeltNames } from './misspelt-names.ts'
import { type PushConfig, readPush } from './push.ts'
import { readStorage, type StorageConfig } from './storage.ts'
import { readTeam, type TeamConfig } from './team.ts'
import { type Environment, EnvReader, type EnvReaderOf, type Problem, type Variable } from './values.ts'
import { type VariableName, variables } from './variables.ts'
import { readWechat, type WechatConfig } from './wechat.ts'

export type { MediaConfig } from './media.ts'
export type { PostgresConfig, SqliteConfig } from './storage.ts'
export type { Environment, Problem } from './values.ts'

export interface Config extends StorageConfig {
  readonly http: HttpConfig
  readonly team: TeamConfig
  readonly logLevel: string
  readonly miniProgram: WechatConfig | { readonly kind: 'demo' } | undefined
  readonly guestLogin: boolean
  readonly mail: MailConfig | undefined
  readonly media: MediaConfig
  readonly pictures: PicturesConfig
  readonly identity: IdentityConfig | undefined
  readonly external: ExternalConfig
  readonly bots: BotsConfig
  readonly push: PushConfig | undefined
}

/** All problems in one message, which never contains a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Fettle cannot start with these settings:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const valuesOf = (env: Environment): EnvReaderOf<typeof variables> => new EnvReader(env, variables)

/** Reads the environment. Throws one `ConfigError` with all problems. */
export function readConfig(env: Environment): Config {
  const { config, problems } = tryConfig(env)
  if (problems.length > 0) throw new ConfigError(problems.map(({ text }) => text))
  return config
}

/** The same without throwing, for callers with further checks. Invalid parts hold harmless values. */
export function tryConfig(env: Environment): { config: Config; problems: Problem[] } {
  const values = valuesOf(env)
  const http = readHttp(values)
  const wechat = readWechat(values)
  const mail = readMail(values)
  const identity = readIdentity(values)
  const others = logins.filter((name) => values.given(name) !== undefined)
  const demo = readDemoLogin(values, http, others)
  const guestLogin = readGuestLogin(values, others.length > 0)
  if (!demo && !guestLogin && others.length === 0 && values.sound('GUEST_LOGIN'))
    values.wrong('GUEST_LOGIN', `is off and no other login is configured, so no one could log in: ${loginHint}`)
  const config = {
    http,
    ...readStorage(values),
    team: readTeam(values),
    logLevel: readLogLevel(values),
    miniProgram: wechat ?? (demo ? { kind: 'demo' } : undefined),
    guestLogin,
    mail,
    media: readMedia(values),
    pictures: readPictures(values),
    identity,
    external: readExternal(values),
    bots: readBots(values),
    push: readPush(values, http.publicUrl),
  }
  return { config, problems: [...values.problems, ...findMisspeltNames(env, variables)] }
}

const logins: readonly VariableName[] = ['WECHAT_APP_ID', 'SMTP_URL', 'OIDC_ISSUER', 'CAS_URL']
const loginHint =
  'leave it out, or set WECHAT_APP_ID and WECHAT_APP_SECRET, or SMTP_URL and MAIL_FROM, or connect the school’s login'

/** The effective settings for people to read, with secrets hidden. */
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
