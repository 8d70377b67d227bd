import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { type Lang, langs } from '#contract/fields.ts'
import { isZone } from '#kit/time.ts'
import { type Variable, type VariableName, variables } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Config {
  readonly http: {
    readonly host: string
    readonly port: number
    readonly publicUrl: string
    readonly trustProxy: readonly string[]
    readonly metricsToken: string | undefined
    readonly rateLimits: boolean
  }
  readonly dataDir: string
  readonly database: SqliteConfig | PostgresConfig
  readonly team: { readonly zone: string; readonly lang: Lang }
  readonly logLevel: string
  readonly miniProgram: MiniProgramConfig | undefined
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly media: MediaConfig
}
export interface SqliteConfig {
  readonly kind: 'sqlite'
  readonly file: string
  readonly backups: { readonly dir: string; readonly keepDays: number }
}
export interface PostgresConfig {
  readonly kind: 'postgres'
  readonly url: string
  readonly pool: number
}
export type MiniProgramConfig =
  | { readonly kind: 'demo' }
  | { readonly kind: 'wechat'; readonly appId: string; readonly secret: string; readonly baseUrl: string }

export type MediaConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly bucket: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

/** Everything that is wrong, in one message that never contains a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The environment as typed configuration; throws one `ConfigError` with all that is wrong. */
export function readConfig(env: Environment): Config {
  const wrong: string[] = []
  const { given, value } = reader(env, wrong)

  const host = value('HOST')
  const local = isLoopback(host)
  if (!isIP(host) && !/^[A-Za-z0-9.-]+$/.test(host)) wrong.push('HOST is neither an address nor a host name')
  const port = integer('PORT', value('PORT'), 0, 65535, wrong)
  const publicUrl = url(
    'PUBLIC_URL',
    given('PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ['http:', 'https:'],
    wrong,
  )
  const publicLocal = publicUrl === undefined || isLoopback(publicUrl.hostname.replace(/^\[|\]$/g, ''))
  if (!local && !given('PUBLIC_URL'))
    wrong.push(`HOST is ${host}, so PUBLIC_URL must say where people reach the service`)
  if (publicUrl && (publicUrl.search || publicUrl.hash)) wrong.push('PUBLIC_URL must not have a query or a fragment')

  const dataDir = resolve(value('DATA_DIR'))
  const unwritable = whyUnwritable(dataDir)
  if (unwritable) wrong.push(`DATA_DIR ${dataDir} ${unwritable}`)

  const zone = given('TEAM_TIME_ZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!isZone(zone)) wrong.push(`TEAM_TIME_ZONE ${zone} is not a time zone; an example is Asia/Shanghai`)
  const lang = langs.find((known) => known === value('DEFAULT_LANG'))
  if (!lang) wrong.push(`DEFAULT_LANG must be one of ${langs.join(', ')}`)
  const logLevel = oneOf(
    'LOG_LEVEL',
    value('LOG_LEVEL'),
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    wrong,
  )

  const rateLimits = oneOf('RATE_LIMITS', value('RATE_LIMITS'), ['on', 'off'], wrong) === 'on'
  if (!rateLimits && !local) wrong.push('RATE_LIMITS may be off only while HOST is loopback')
  const trustProxy = (given('TRUST_PROXY') ?? '').split(',').flatMap((text) => text.trim() || [])
  for (const proxy of trustProxy)
    if (!isNetwork(proxy)) wrong.push(`TRUST_PROXY ${proxy} is neither an address nor a network`)

  const miniProgram = readMiniProgram(local && publicLocal)
  const mail = readMail()
  if (!miniProgram && !mail && wrong.length === 0) {
    wrong.push(
      'demo login works only on loopback, and no other way to log in is configured: set WECHAT_APP_ID and WECHAT_APP_SECRET, or SMTP_URL and MAIL_FROM',
    )
  }
  const database = readDatabase()
  const media = readMedia()

  if (wrong.length > 0 || !publicUrl || !lang) throw new ConfigError(wrong)
  return {
    http: {
      host,
      port,
      publicUrl: publicUrl.href.replace(/\/+$/, ''),
      trustProxy,
      metricsToken: given('METRICS_TOKEN'),
      rateLimits,
    },
    dataDir,
    database,
    team: { zone, lang },
    logLevel,
    miniProgram,
    mail,
    media,
  }

  function readMiniProgram(demoAllowed: boolean): MiniProgramConfig | undefined {
    const appId = given('WECHAT_APP_ID')
    const secret = given('WECHAT_APP_SECRET')
    const baseUrl = url('WECHAT_BASE_URL', value('WECHAT_BASE_URL'), ['https:', 'http:'], wrong)
    if (appId && secret && baseUrl) return { kind: 'wechat', appId, secret, baseUrl: baseUrl.href.replace(/\/+$/, '') }
    if (appId && !secret) wrong.push('WECHAT_APP_ID needs WECHAT_APP_SECRET beside it')
    if (secret && !appId) wrong.push('WECHAT_APP_SECRET needs WECHAT_APP_ID beside it')
    return demoAllowed ? { kind: 'demo' } : undefined
  }

  function readMail(): Config['mail'] {
    const smtp = given('SMTP_URL')
    const from = given('MAIL_FROM')
    if (smtp) url('SMTP_URL', smtp, ['smtp:', 'smtps:'], wrong)
    if (smtp && !from) wrong.push('SMTP_URL needs MAIL_FROM beside it')
    if (from && !smtp) wrong.push('MAIL_FROM needs SMTP_URL beside it')
    return smtp && from ? { url: smtp, from } : undefined
  }

  function readMedia(): MediaConfig {
    const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    const [address, bucket, accessKeyId, secretAccessKey] = names.map(given)
    if (names.every((name) => given(name) === undefined)) return { kind: 'disk' }
    for (const name of names)
      if (given(name) === undefined) wrong.push(`${name} is missing: the four S3_ settings go together`)
    const endpoint = address && url('S3_ENDPOINT', address, ['https:', 'http:'], wrong)
    if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { kind: 'disk' }
    return { kind: 's3', endpoint: endpoint.href.replace(/\/+$/, ''), bucket, accessKeyId, secretAccessKey }
  }

  function readDatabase(): SqliteConfig | PostgresConfig {
    const pool = integer('DATABASE_POOL', value('DATABASE_POOL'), 1, 1000, wrong)
    const keepDays = integer('BACKUP_KEEP', value('BACKUP_KEEP'), 1, 3650, wrong)
    const dir = resolve(given('BACKUP_DIR') ?? join(dataDir, 'backups'))
    const address = given('DATABASE_URL')
    if (!address) {
      const problem = given('BACKUP_DIR') && whyUnwritable(dir)
      if (problem) wrong.push(`BACKUP_DIR ${dir} ${problem}`)
      return { kind: 'sqlite', file: join(dataDir, 'fettle.db'), backups: { dir, keepDays } }
    }
    // pg guesses a host from almost any text, so the shape is settled here.
    const parsed = url('DATABASE_URL', address, ['postgres:', 'postgresql:'], wrong)
    if (parsed && (!parsed.hostname || parsed.pathname.length < 2))
      wrong.push('DATABASE_URL must name a host and a database')
    return { kind: 'postgres', url: address, pool }
  }
}

/** What is in force, name by name, secrets hidden; for people to read. */
export function describeConfig(env: Environment): { name: string; value: string; from: string }[] {
  const { given } = reader(env, [])
  return Object.entries<Variable>(variables).map(([name, variable]) => {
    const set = given(name as VariableName) // the keys of the table
    const from = set === undefined ? 'default' : env[`${name}_FILE`] ? 'file' : 'environment'
    const shown = set === undefined ? (variable.default ?? '') : variable.secret ? '(hidden)' : set
    return { name, value: shown, from }
  })
}

function reader(env: Environment, wrong: string[]) {
  const given = (name: VariableName): string | undefined => {
    const direct = env[name]?.trim() || undefined
    const variable: Variable = variables[name]
    const file = variable.secret && env[`${name}_FILE`]
    if (!file) return direct
    if (direct) {
      wrong.push(`${name} and ${name}_FILE are both set`)
      return direct
    }
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch {
      wrong.push(`${name}_FILE ${file} cannot be read`)
      return undefined
    }
  }
  const seen = new Map<VariableName, string | undefined>()
  const once = (name: VariableName) => {
    if (!seen.has(name)) seen.set(name, given(name))
    return seen.get(name)
  }
  const value = (name: Extract<VariableName, Defaulted>) => once(name) ?? variables[name].default
  return { given: once, value }
}
type Defaulted = { [N in VariableName]: (typeof variables)[N] extends { default: string } ? N : never }[VariableName]

function integer(name: string, text: string, min: number, max: number, wrong: string[]): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  wrong.push(`${name} must be a whole number from ${min} to ${max}`)
  return min
}

function oneOf(name: string, text: string, allowed: readonly string[], wrong: string[]): string {
  if (!allowed.includes(text)) wrong.push(`${name} must be one of ${allowed.join(', ')}`)
  return text
}

function url(name: string, text: string, schemes: readonly string[], wrong: string[]): URL | undefined {
  const parsed = URL.parse(text)
  // The text itself is not repeated: it may carry a password.
  if (!parsed || !schemes.includes(parsed.protocol)) {
    wrong.push(`${name} must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`)
    return undefined
  }
  return parsed
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host) || /^::ffff:127\./.test(host)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  return (
    family > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}

/** Why a folder cannot be used; it need not exist yet, but then it must be possible to make it. */
function whyUnwritable(dir: string): string | undefined {
  let here = dir
  for (;;) {
    try {
      if (!statSync(here).isDirectory())
        return here === dir ? 'is not a folder' : `cannot be made: ${here} is not a folder`
      accessSync(here, constants.W_OK | constants.X_OK)
      return undefined
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException // node:fs throws nothing else
      if (code !== 'ENOENT' || dirname(here) === here)
        return code === 'ENOTDIR' ? 'is not a folder' : 'cannot be written'
      here = dirname(here)
    }
  }
}
