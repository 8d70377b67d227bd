import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ownPostgres } from '../test/support/postgres.ts'
import { diskFolder } from './bench/report.ts'
import { misuses, type Target } from './proxy/misuse.ts'
import { Nginx } from './proxy/nginx.ts'
import { type Seen, watch } from './proxy/other-client.ts'
import { Service } from './service.ts'
import { Wire } from './wire.ts'

/**
 * A real nginx with pooled connections before two nodes on one PostgreSQL. One client does everything wrong that it can, and
 * another one, at another address, goes on with its work: none of its requests may fail, and none may take too long.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'slowest-ms': { type: 'string', default: '3000' },
    restarts: { type: 'string', default: '4' },
  },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)
const slowestMs = Number(values['slowest-ms'])

function told(name: string, { took, failed }: Seen): boolean {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  const held = failed.length === 0 && took.length > 0 && at(1) <= slowestMs
  const figures = `${took.length} requests, ${failed.length} failed; half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, all within ${at(1)} ms`
  say(`${held ? 'held  ' : 'BROKEN'} ${name.padEnd(40)} ${figures}`)
  for (const line of new Set(failed)) say(`         ${line}`)
  return held
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

async function main(): Promise<void> {
  using folder = diskFolder()
  await using postgres = await ownPostgres()
  const env = {
    DATABASE_URL: `${postgres.url}/postgres`,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'silent',
  }
  // Restarted on the same port: nginx knows no other.
  const ports = { first: String(await freePort()), second: String(await freePort()) }
  const launch = (name: keyof typeof ports) =>
    Service.launch({ dataDir: join(folder.dir, name), env: { ...env, PORT: ports[name] } })
  const nodes = { first: await launch('first'), second: await launch('second') }
  await using _ = {
    [Symbol.asyncDispose]: () => Promise.all(Object.values(nodes).map((node) => node.end('SIGKILL'))).then(() => {}),
  }
  const { first, second } = nodes
  using wire = new Wire(first.url)
  const [user, admin] = [await wire.login('rough'), await wire.login('boss')]
  const tokens: string[] = []
  for (let i = 0; i < 8; i += 1) tokens.push(await wire.login(`watched ${i}`))
  const code = readFileSync(join(folder.dir, 'first', 'admin-code'), 'utf8').trim()
  await wire.post('/member/login', { token: admin, code })
  await using nginx = await Nginx.start(join(folder.dir, 'nginx'), await freePort(), [first.url, second.url])
  const target: Target = { url: nginx.url, user, admin }

  const work = { url: nginx.url, tokens }
  const alone = watch(work)
  await pause(5000)
  let held = told('nobody else', await alone.stop())
  for (const [name, misuse] of Object.entries(misuses)) {
    if (positionals.length > 0 && !positionals.some((word) => name.includes(word))) continue
    const watching = watch(work)
    await pause(500)
    await misuse(target).catch((error: unknown) => say(`       (the misbehaving client gave up: ${error})`))
    await pause(1500) // what it left behind must not be found by others
    held = told(name, await watching.stop()) && held
  }
  const restarts = 'a rolling restart'
  if (positionals.length === 0 || positionals.some((word) => restarts.includes(word))) {
    const watching = Array.from({ length: 8 }, () => watch(work))
    for (let i = 0; i < Number(values.restarts); i += 1) {
      const name = i % 2 === 0 ? 'first' : 'second'
      await pause(1000)
      const code = await nodes[name].end('SIGTERM')
      if (code !== 0) say(`BROKEN a node that was told to stop ended with ${code}`)
      held &&= code === 0
      nodes[name] = await launch(name)
    }
    await pause(500)
    const seen = await Promise.all(watching.map((each) => each.stop()))
    const all = { took: seen.flatMap(({ took }) => took), failed: seen.flatMap(({ failed }) => failed) }
    held = told(restarts, all) && held
  }
  const dead = nginx.complaints().filter((line) => line.includes('no live upstreams'))
  const running = Object.values(nodes)
  const alive = running.every((node) => node.alive())
  say(`${alive ? 'held  ' : 'BROKEN'} both nodes go on; ${running.map((node) => node.memory()).join(' and ')} MB`)
  say(`${dead.length === 0 ? 'held  ' : 'BROKEN'} nginx gave up on no node`)
  const kinds = nginx
    .complaints()
    .map((line) => line.replace(/^.*?: \*\d+ |, client: .*$/g, '').replace(/\d{4,}/g, '…'))
  for (const [kind, { length }] of Map.groupBy(kinds, (kind) => kind)) say(`         nginx, ${length} times: ${kind}`)
  if (!held || !alive || dead.length > 0) process.exitCode = 1
}

await main()
