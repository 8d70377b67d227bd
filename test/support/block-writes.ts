import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Team } from './team.ts'

/** Blocks every change of a team by a database lock of another program, until it is disposed. */
export async function blockAllWrites({ fresh }: Team): Promise<AsyncDisposable> {
  const { config } = fresh
  if (config.kind === 'sqlite') {
    const db = new DatabaseSync(config.file)
    db.exec('begin immediate')
    return {
      async [Symbol.asyncDispose]() {
        db.exec('rollback')
        db.close()
      },
    }
  }
  const client = new pg.Client(config.url)
  await client.connect()
  await client.query('begin')
  await client.query('lock table feedback in access exclusive mode')
  return {
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      await client.end()
    },
  }
}

/** Polls the service until the condition holds. Each poll is a round trip, so the service can proceed. */
export async function pollUntil(team: Team, looks: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await looks())) await (await team.call('/healthz')).arrayBuffer()
}
