import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Nodes } from '../../test/support/nodes.ts'
import { freePort, ownPostgres } from '../../test/support/postgres.ts'
import { logIn, post } from '../shared/client.ts'
import { diskFolder, percentile } from '../shared/figures.ts'
import { defineProof, expect, say } from '../shared/proof.ts'
import { Service } from '../shared/service.ts'
import { type WatchResult, watch } from '../shared/watch.ts'
import { misuses } from './proxy/misuse.ts'
import { startNginx } from './proxy/nginx.ts'

const rolling = 'a rolling restart'

/**
 * A real nginx with pooled connections in front of two nodes on one PostgreSQL. One client misbehaves in every way it can.
 * Another client, at another address, continues its work: none of its requests may fail or take too long.
 */
export const proof = defineProof({
  options: { 'slowest-ms': 3000, restarts: 4 },
  parts: [...Object.keys(misuses), rolling],
  async run({ 'slowest-ms': slowestMs, restarts }, chosen) {
    using folder = diskFolder()
    await using postgres = await ownPostgres()
    await using nodes = await launchNodes(folder.dir, `${postgres.url}/postgres`)
    const urls = nodes.services.map(({ url }) => url)
    const { user, admin, tokens } = await logEverybodyIn(urls[0] ?? '', folder.dir)
    await using nginx = await startNginx(join(folder.dir, 'nginx'), await freePort(), urls)
    const work = { url: nginx.url, tokens }
    const alone = watch(work)
    await pause(5000)
    judge('without any other client', await alone.stop(), slowestMs)
    for (const [name, misuse] of Object.entries(misuses)) {
      if (!chosen.includes(name)) continue
      const watching = watch(work)
      await pause(500)
      await misuse({ url: nginx.url, user, admin }).catch((error: unknown) =>
        say(`       (the misbehaving client gave up: ${error})`),
      )
      await pause(1500) // so that the watching client would meet what the other one left behind
      judge(name, await watching.stop(), slowestMs)
    }
    if (chosen.includes(rolling)) {
      const watching = Array.from({ length: 8 }, () => watch(work))
      for (let i = 0; i < restarts; i += 1) {
        await pause(1000)
        const code = await nodes.kill(i % 2, 'SIGTERM')
        if (code !== 0) expect(false, `a node that was told to stop ended with ${code}`)
      }
      await pause(500)
      const seen = await Promise.all(watching.map((each) => each.stop()))
      const all = { took: seen.flatMap(({ took }) => took), failed: seen.flatMap(({ failed }) => failed) }
      judge(rolling, all, slowestMs)
    }
    const alive = nodes.services.every((node) => node.alive())
    expect(alive, `both nodes are alive, with ${nodes.services.map((node) => node.memory()).join(' and ')} MB`)
    judgeNginx(nginx.complaints())
  },
})

function judge(name: string, { took, failed }: WatchResult, slowestMs: number): void {
  const [half, most, slowest] = [0.5, 0.95, 1].map((share) => Math.round(percentile(took, share)))
  expect(
    failed.length === 0 && took.length > 0 && Number(slowest) <= slowestMs,
    `${name.padEnd(40)} ${took.length} requests, ${failed.length} failed; half within ${half} ms, 95 % within ${most} ms, all within ${slowest} ms`,
  )
  for (const line of new Set(failed)) say(`         ${line}`)
}

function judgeNginx(complaints: readonly string[]): void {
  expect(!complaints.some((line) => line.includes('no live upstreams')), 'nginx gave up on no node')
  const kinds = complaints.map((line) => line.replace(/^.*?: \*\d+ |, client: .*$/g, '').replace(/\d{4,}/g, '…'))
  for (const [kind, { length }] of Map.groupBy(kinds, (kind) => kind)) say(`         nginx, ${length} times: ${kind}`)
}

/** Tokens of the person who misbehaves, of an administrator, and of eight people for the working client. */
async function logEverybodyIn(url: string, dir: string) {
  const [user, admin] = [await logIn(url, 'rough'), await logIn(url, 'boss')]
  const tokens: string[] = []
  for (let i = 0; i < 8; i += 1) tokens.push(await logIn(url, `watched ${i}`))
  const code = readFileSync(join(dir, 'node-0/admin-code'), 'utf8').trim()
  await post(url, '/member/login', { token: admin, code })
  return { user, admin, tokens }
}

/** Two nodes on one database. Each keeps its port when it restarts, because nginx knows no other. */
async function launchNodes(dir: string, database: string): Promise<Nodes> {
  const ports = [await freePort(), await freePort()]
  const env = { DATABASE_URL: database, TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on', LOG_LEVEL: 'silent' }
  return Nodes.open(2, (node) =>
    Service.launch({ dataDir: join(dir, `node-${node}`), env: { ...env, PORT: String(ports[node]) } }),
  )
}
