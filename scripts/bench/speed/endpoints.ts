import { statuses } from '#contract/codes.ts'
import { type LoadResult, load } from '../load.ts'
import { count, type PreparedService } from './prepare.ts'

export interface Endpoint {
  readonly name: string
  /** The requests that a connection repeats. Without them it claims tickets that `create` has made, each once. */
  readonly requests?: (prepared: PreparedService, connection: number) => string[]
}

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

const some = Array.from({ length: 200 }, (_, i) => 1 + ((i * 7919) % count))
export const endpoints: readonly Endpoint[] = [
  {
    name: 'GET /tickets/info',
    requests: ({ member }) => some.map((id) => get('/tickets/info', { token: member, id })),
  },
  { name: 'GET /tickets/list', requests: ({ member }) => [get('/tickets/list', { token: member })] },
  {
    name: 'GET /user/mytickets',
    requests: ({ users }, i) => [get('/user/mytickets', { token: users[i] ?? '' })],
  },
  { name: 'GET /duty/info', requests: () => [get('/duty/info', {})] },
  {
    name: 'POST /tickets/addnote',
    requests: ({ users, tickets }, i) => [
      post('/tickets/addnote', { token: users[i] ?? '', id: tickets[i] ?? 0, content: '周三下午可以来取吗？' }),
    ],
  },
  {
    name: 'POST /tickets/update',
    requests: ({ member, tickets }, i) =>
      [statuses.repairing, statuses.diagnosing].map((status) =>
        post('/tickets/update', { token: member, id: tickets[i] ?? 0, status }),
      ),
  },
  {
    name: 'POST /tickets/create',
    requests: ({ users }, i) => [post('/tickets/create', { token: users[i] ?? '', ...ticket })],
  },
  { name: 'POST /tickets/pick' },
]

export interface Plan {
  readonly connections: number
  readonly rounds: number
  readonly ms: number
}

/** Returns a function that loads a server for one turn. */
export function target(url: string, prepared: PreparedService, { connections, rounds, ms }: Plan) {
  const { member, tickets } = prepared
  let made = 0
  let picked = 0

  /** A share of the unclaimed tickets, for one connection in one round. */
  const picks = () => {
    const share = Math.floor(made / (rounds + 1) / connections)
    const first = Math.max(...tickets) + 1 + picked
    picked += share
    return Array.from({ length: share }, (_, i) => post('/tickets/pick', { token: member, id: first + i }))
  }

  return async ({ name, requests }: Endpoint): Promise<LoadResult> => {
    const texts = Array.from({ length: connections }, (_, i) => requests?.(prepared, i) ?? picks())
    const loaded = await load({ url, ms, connections: texts, again: requests !== undefined })
    if (name.includes('create')) made += loaded.sent
    return loaded
  }
}
