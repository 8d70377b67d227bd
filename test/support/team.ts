import assert from 'node:assert/strict'
import { type Logger, pino } from 'pino'
import { type Environment, readConfig } from '#config/config.ts'
import { type Client, connect } from '#contract/client.ts'
import type { Lang } from '#contract/languages.ts'
import type { Bounds } from '#http/limits.ts'
import { type RunningService, start } from '#main/start.ts'
import type { DeliveryTiming } from '#rules/outbox/outbox.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { type FreshDatabase, freshDatabase } from './databases.ts'

export interface TeamOptions {
  readonly on?: DialectName
  /** The initial time of the clock. */
  readonly at?: string
  readonly env?: Environment
  /** Other limits of the HTTP server. */
  readonly bounds?: Partial<Bounds>
  /** Other timings of forwarding. */
  readonly pace?: Partial<DeliveryTiming>
  /** Adds a node to the database of this team. */
  readonly beside?: Pick<Team, 'fresh'> & Partial<Pick<Team, 'now'>>
  /** Starts with a copy of another team's database, whose administrator has this token. */
  readonly like?: { readonly fresh: FreshDatabase; readonly admin: string }
}

/** A client with a session, and its token for tests that send it by hand. */
export interface Person extends Client {
  readonly token: string
}

/** A running service with a clock that tests move. Tests talk to it over HTTP only. */
export interface Team extends AsyncDisposable {
  readonly url: string
  readonly fresh: FreshDatabase
  readonly running: RunningService
  /** A client without a token. */
  readonly anyone: Client
  /** Logs a person in. The same name is the same person. With another login configured, they are guests. */
  user(name?: string, lang?: Lang): Promise<Person>
  as(token: string, lang?: Lang): Person
  /** The first administrator, logged in. */
  admin(): Promise<Person>
  /** A member who has used the invitation. */
  member(name: string): Promise<Person>
  /** Lets time pass. */
  pass(duration: Temporal.DurationLike): void
  /** Sets the clock forward or back, without the passing of time. */
  setClock(by: Temporal.DurationLike): void
  now(): number
  /** Calls with `fetch`, for requests that the client would never send. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** A secret. The test fails if a log or metric contains it when the team closes. */
  secret(text: string): void
  /** The log so far. */
  logged(): string
}

// There is no demo login beside these.
const otherLogins = ['WECHAT_APP_ID', 'SMTP_URL', 'OIDC_ISSUER', 'CAS_URL']

// Tests trigger deliveries themselves.
const notByItself = 2 ** 31 - 1

export async function newTeam({
  on = 'sqlite',
  at = '2026-11-16T01:30:00Z',
  env = {},
  bounds = {},
  pace = {},
  beside,
  like,
}: TeamOptions = {}): Promise<Team> {
  const fresh = beside?.fresh ?? (await freshDatabase(on, { migrated: true, ...(like ? { like: like.fresh } : {}) }))
  let clock = Temporal.Instant.from(at).epochMilliseconds
  let passed = 0
  const lines: string[] = []
  const secrets = new Set<string>()
  const log: Logger = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) })
  const demo = env['DEMO_LOGIN'] ?? (otherLogins.some((name) => env[name]) ? '' : 'on')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: fresh.dir,
    DEMO_LOGIN: demo,
    GUEST_LOGIN: 'on',
    TEAM_TIME_ZONE: 'Asia/Shanghai',
    PUBLIC_URL: 'http://127.0.0.1:8080',
    // Otherwise there could always be further messages.
    WEB_PUSH: 'off',
    // Tests set the free disk space themselves.
    PICTURES_FREE_MB: '0',
    PICTURES_FREE_MB_MEMBERS: '0',
    ...(fresh.config.kind === 'postgres' ? { DATABASE_URL: fresh.config.url } : {}),
    ...env,
  })
  const running = await start(config, {
    log,
    now: () => clock,
    // Of two nodes the first one's is the database's too.
    databaseClock: beside?.now ?? (() => clock),
    monotonic: () => passed,
    strict: true,
    // Only the test's own clients are connected, so the drain need not wait for others.
    bounds: { drainMs: 0, partingMs: 0, ...bounds },
    pace: { pollMs: notByItself, ...pace },
  })
  if (running.adminCode) secrets.add(running.adminCode)

  const as = (token: string, lang?: Lang): Person => {
    if (token) secrets.add(token)
    const client = connect({ url: running.url, token: () => token || undefined, lang: () => lang })
    return { ...untilSettled(client, running), token }
  }
  const anyone = as('')
  let people = 0
  let first = like && Promise.resolve(as(like.admin, 'en_US'))
  const admin = (): Promise<Person> => {
    first ??= (async () => {
      const person = await user('the-admin')
      await person.members.login({ code: running.adminCode ?? '' })
      return person
    })()
    return first
  }
  const guests = new Map<string, Promise<{ token: string }>>()
  const user = async (name = `user-${++people}`, lang: Lang = 'en_US'): Promise<Person> => {
    if (demo) return as((await anyone.session.login({ code: name })).token, lang)
    const session = guests.get(name) ?? anyone.session.login({ code: 'guest' })
    guests.set(name, session)
    return as((await session).token, lang)
  }
  return {
    url: running.url,
    fresh,
    running,
    anyone,
    as,
    user,
    admin,
    async member(name) {
      const { code } = await (await admin()).admin.invite({ name })
      secrets.add(code)
      const person = await user(`member ${name}`)
      await person.members.login({ code })
      return person
    },
    pass(duration) {
      const ms = Temporal.Duration.from(duration).total({ unit: 'milliseconds' })
      clock += ms
      passed += ms
    },
    setClock(by) {
      clock += Temporal.Duration.from(by).total({ unit: 'milliseconds' })
    },
    now: () => clock,
    async call(path, init) {
      const response = await fetch(running.url + path, init)
      await running.written()
      return response
    },
    secret: (text) => void secrets.add(text),
    logged: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      const metrics = await anyone.machines.metrics().catch(() => '')
      await running[Symbol.asyncDispose]()
      if (!beside) await fresh[Symbol.asyncDispose]()
      const written = lines.join('') + metrics
      for (const secret of secrets) assert.ok(!written.includes(secret), 'a secret stands in the log or the metrics')
    },
  }
}

/** A client whose calls also wait for deferred writes, so that the test may move the clock before the next one. */
function untilSettled(client: Client, running: RunningService): Client {
  type Call = (...given: unknown[]) => Promise<unknown>
  const patient =
    (call: Call) =>
    (...given: unknown[]) =>
      call(...given).finally(running.written)
  const areas = Object.entries(client as unknown as Record<string, Record<string, Call>>).map(([area, calls]) => [
    area,
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, patient(call)])),
  ])
  return Object.fromEntries(areas) as Client // of the same areas and calls
}

/** Gives a member a password. Answers a function that logs in with it. */
export async function withPassword(team: Team, member: Person, login: string): Promise<() => Promise<Person>> {
  const { id } = await member.members.checklogin()
  const [stuid, passwd] = [`id of ${login}`, 'correct horse battery']
  await (await team.admin()).admin.updateMember({ id, stuid, passwd })
  return async () => {
    const person = await team.user(login)
    await person.members.login({ stuid, passwd })
    return person
  }
}

/** POST with a JSON body, by hand. */
export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}
