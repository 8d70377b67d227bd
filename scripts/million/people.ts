import { pino } from 'pino'
import type { Config } from '#config/config.ts'
import type { connect } from '#contract/client.ts'
import type { start } from '#main/start.ts'
import { queryOnce } from '../../test/support/postgres.ts'

interface Parts {
  readonly start: typeof start
  readonly connect: typeof connect
}

export interface People {
  // Tokens.
  readonly admin: string
  readonly member: string
  readonly users: readonly string[]
  // Ids of members and of users.
  readonly members: readonly number[]
  readonly known: readonly number[]
}

/** Adds people to an empty service, then stops the service, because `fill` writes tickets directly into the database. */
export async function addPeople(
  { start, connect }: Parts,
  config: Config,
  counts: { readonly members: number; readonly users: number },
): Promise<People> {
  await using service = await start(config, { log: pino({ level: 'silent' }) })
  const client = (token: string) => connect({ url: service.url, token: () => token || undefined })
  const login = async (code: string) => (await client('').session.login({ code })).token
  const [admin, member] = [await login('admin'), await login('member')]
  await client(admin).members.login({ code: service.adminCode ?? '' })
  const members: number[] = []
  for (let i = 1; i <= counts.members; i += 1) {
    const { id, code } = await client(admin).admin.invite({ name: `member ${i}` })
    members.push(id)
    if (i === 1) await client(member).members.login({ code })
  }
  const users: string[] = []
  for (let i = 1; i <= counts.users; i += 1) users.push(await login(`user ${i}`))
  const known: number[] = []
  for (const token of users) known.push((await client(token).users.export()).profile.id)
  return { admin, member, members, users, known }
}

/** Creates a database on a server; returns its address. */
export async function newDatabase(server: string, name: string): Promise<string> {
  await queryOnce(`${server}/postgres`, `create database ${name}`)
  return `${server}/${name}`
}
