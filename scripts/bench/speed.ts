import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { statuses } from '#contract/codes.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { ownPostgres } from '../../test/support/postgres.ts'
import { Service } from '../service.ts'
import { diskFolder, type Figure, median } from './report.ts'
import type { Load, Loaded } from './speed/load.ts'
import { type Prepared, prepare } from './speed/prepare.ts'

const count = 10_000
const connections = 32
const rounds = 5
const ms = 1200

const get = (path: string, fields: Record<string, string | number>) =>
  `GET ${path}?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))} HTTP/1.1\r\nhost: bench\r\n\r\n`

function post(path: string, fields: Record<string, string | number>): string {
  const body = JSON.stringify(fields)
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\nidempotency-key: {key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const ticket = {
  type: 1,
  device: '笔记本电脑',
  deviceModel: 'ThinkPad X1 Carbon',
  owner: '林同学',
  phone: '13800138000',
  description: '开机后蓝屏，重启几次都一样，里面的数据很重要，请不要格式化。',
}

/** What is asked, and at least how many times the rate of the bare server it has to reach. */
interface Measured {
  readonly name: string
  readonly atLeast: Readonly<Record<DialectName, number>>
  /** What a connection sends again and again. */
  readonly requests?: (prepared: Prepared, connection: number) => string[]
  /** Where the bare server has another path for it. */
  readonly bare?: string
}

const some = (most: number) => Array.from({ length: 200 }, (_, i) => 1 + ((i * 7919) % most))
const reads = { sqlite: 0.65, postgres: 0.6 }
const writes = { sqlite: 0.6, postgres: 0.5 }
const create = ({ users }: Prepared, i: number) => [post('/tickets/create', { token: users[i] ?? '', ...ticket })]
const measured: readonly Measured[] = [
  {
    name: 'GET /tickets/info',
    atLeast: reads,
    requests: ({ member }) => some(count).map((id) => get('/tickets/info', { token: member, id })),
  },
  { name: 'GET /tickets/list', atLeast: reads, requests: ({ member }) => [get('/tickets/list', { token: member })] },
  {
    name: 'GET /user/mytickets',
    atLeast: reads,
    requests: ({ users }, i) => [get('/user/mytickets', { token: users[i] ?? '' })],
  },
  { name: 'GET /duty/info', atLeast: { sqlite: 0.75, postgres: 0.75 }, requests: () => [get('/duty/info', {})] },
  {
    name: 'POST /tickets/addnote',
    atLeast: writes,
    requests: ({ users, tickets }, i) => [
      post('/tickets/addnote', { token: users[i] ?? '', id: tickets[i] ?? 0, content: '周三下午可以来取吗？' }),
    ],
  },
  {
    name: 'POST /tickets/update',
    atLeast: writes,
    requests: ({ member, tickets }, i) =>
      [statuses.repairing, statuses.diagnosing].map((status) =>
        post('/tickets/update', { token: member, id: tickets[i] ?? 0, status }),
      ),
  },
  { name: 'POST /tickets/create', atLeast: writes, requests: create },
  {
    name: 'POST /tickets/create, the ticket alone',
    atLeast: { sqlite: 0.35, postgres: 0.4 },
    requests: create,
    bare: '/alone',
  },
  // Of what the creations before have left, each once.
  { name: 'POST /tickets/pick', atLeast: writes },
]

/** A server, and how many tickets were handed in there. */
interface Server {
  readonly port: number
  made: number
  picked: number
}

/** Fettle and a bare server by turns, on each database: answers a second, and their ratio. */
export async function speed(): Promise<Figure[]> {
  using folders = new DisposableStack()
  const embedded = await compare('sqlite', await prepare(folders.use(diskFolder()).dir, undefined, count))
  await using server = await ownPostgres(['fsync=on', 'shared_buffers=512MB', 'max_connections=50'])
  const remote = await compare('postgres', await prepare(folders.use(diskFolder()).dir, server.url, count))
  return [...embedded, ...remote]
}

async function compare(kind: DialectName, prepared: Prepared): Promise<Figure[]> {
  const { dataDir, env, bare } = prepared
  await using service = await Service.launch({ dataDir, env })
  // What does not change is answered in the very same words.
  const constant = await (await fetch(`${service.url}/duty/info`)).text()
  const program = join(import.meta.dirname, 'speed/bare.ts')
  await using nothing = await Service.launch({
    command: [process.execPath, '--max-semi-space-size=8', program, kind, bare, constant],
    dataDir,
  })
  const servers = { fettle: serverAt(service), bare: serverAt(nothing) }
  const figures: Figure[] = []
  for (const what of measured) {
    const found = { fettle: [] as number[], bare: [] as number[], ratio: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const theirs = await rate(servers.bare, what, prepared, what.bare)
      const ours = await rate(servers.fettle, what, prepared)
      if (round === 0) continue // warms up
      found.bare.push(theirs)
      found.fettle.push(ours)
      found.ratio.push(ours / theirs)
    }
    const at = `${kind}: ${what.name}`
    figures.push({
      what: `${at}, ${Math.round(median(found.fettle))}/s of ${Math.round(median(found.bare))}/s`,
      value: median(found.ratio),
      unit: 'times',
      atLeast: what.atLeast[kind],
    })
  }
  return figures
}

const serverAt = ({ url }: Service): Server => ({ port: Number(new URL(url).port), made: 0, picked: 0 })

async function rate(server: Server, { name, requests }: Measured, prepared: Prepared, path?: string): Promise<number> {
  const of = (i: number) => requests?.(prepared, i).map((text) => (path ? text.replace('/tickets/create', path) : text))
  const asked = Array.from({ length: connections }, (_, i) => of(i) ?? picks(server, prepared, i))
  if (!requests) server.picked += asked.flat().length
  const { perSecond, sent } = await load({ port: server.port, ms, connections: asked, again: requests !== undefined })
  if (name.includes('create')) server.made += sent.reduce((sum, n) => sum + n, 0)
  return perSecond
}

/** A share of the tickets that nobody has claimed, for one connection in one round. */
function picks({ made, picked }: Server, { member, tickets }: Prepared, connection: number): string[] {
  const first = Math.max(...tickets) + 1 + picked
  const share = Math.floor(made / (rounds + 1) / connections)
  return Array.from({ length: share }, (_, i) =>
    post('/tickets/pick', { token: member, id: first + connection * share + i }),
  )
}

async function load(what: Load): Promise<Loaded> {
  const worker = new Worker(new URL('./speed/load.ts', import.meta.url), { workerData: what })
  const [loaded] = (await once(worker, 'message')) as [Loaded] // as load.ts posts it
  return loaded
}
