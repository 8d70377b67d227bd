import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freezeServer, ownPostgres } from './postgres.ts'
import { postgresProxy } from './postgres-proxy.ts'

const blows = ['terminated', 'stopped', 'cut off', 'frozen'] as const

/** A PostgreSQL behind a proxy, which is stopped, frozen and disconnected at random while nodes use it. `chance` is like `Math.random`. */
export async function failingPostgres(chance: () => number) {
  const own = await ownPostgres()
  const admin = async (text: string): Promise<number[]> => {
    const client = new pg.Client(`${own.url}/postgres`)
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query<{ n: number }>(text)
      return rows.map(({ n }) => n)
    } finally {
      await client.end()
    }
  }
  await admin('create database fettle')
  const url = `${own.url}/fettle`
  const line = await postgresProxy(url)
  const met: Record<string, number> = {}
  const meet = (what: string) => {
    met[what] = (met[what] ?? 0) + 1
    return true
  }
  let struck = 0

  async function freeze(ms: number): Promise<void> {
    using _ = await freezeServer(own)
    await pause(ms)
  }

  return {
    url: line.url,
    met,
    /** Cuts random statements, and responses to commits. */
    begin(): void {
      line.cutWhere(() => chance() < 0.002 && meet('cut before a statement'))
      line.loseAnswerWhere((text) => text.includes('commit') && chance() < 0.02 && meet('lost the answer to a commit'))
    },
    /** One failure after the other. Each has ended when this resolves. */
    async strike(): Promise<void> {
      const blow = blows[struck % blows.length] ?? 'terminated'
      struck += 1
      meet(blow)
      const ms = 200 + Math.floor(chance() * 2000)
      if (blow === 'terminated')
        await admin(
          "select pg_terminate_backend(pid)::int as n from pg_stat_activity where application_name = 'fettle'",
        )
      else if (blow === 'frozen') await freeze(ms)
      else if (blow === 'stopped') {
        await own.stop()
        await pause(ms)
        await own.start()
      } else {
        line.cut()
        await pause(ms)
        await line.open()
      }
    },
    calm: () => line.mend(),
    /** Occasions that have not become messages yet. */
    async left(): Promise<number> {
      const client = new pg.Client(url)
      await client.connect()
      try {
        return (await client.query('select 1 from occasion')).rows.length
      } finally {
        await client.end()
      }
    },
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]()
      await own[Symbol.asyncDispose]()
    },
  }
}
