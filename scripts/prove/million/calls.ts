import { statuses } from '#contract/codes.ts'
import type { DialectName } from '#store/engine/whole-database.ts'
import { dice, invent } from '../../million/invent.ts'
import type { Crowd } from './crowd.ts'

/** A call with its limits: the ratio of the times with very many and with few tickets, and milliseconds with very many. */
export interface Measured {
  readonly name: string
  readonly limit: number | undefined
  readonly most?: Partial<Record<DialectName, number>>
  ask(crowd: Crowd, round: number): Request
}

type Input = Readonly<Record<string, string | number | readonly number[]>>

const as = (token: string, path: string, input: Input, { url }: Crowd) =>
  new Request(
    `${url}${path}?${new URLSearchParams({ token, ...Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])) })}`,
  )
const post = (token: string, path: string, input: Input, { url }: Crowd) =>
  new Request(`${url}${path}?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
/** A different ticket in every round, spread over all tickets. */
const some = (count: number, round: number) => 1 + ((Math.abs(round) * 7919) % count)

type InputOf = (crowd: Crowd, round: number) => Input
const asAdmin =
  (path: string, input: InputOf = () => ({})) =>
  (crowd: Crowd, round: number) =>
    as(crowd.admin, path, input(crowd, round), crowd)
/** A call of an administrator whose time must not depend on the number of tickets. */
const steady = (name: string, path: string, input?: InputOf, most?: Measured['most']): Measured => ({
  name,
  limit: 1.5,
  ask: asAdmin(path, input),
  ...(most ? { most } : {}),
})
const within = (ms: number, name: string, path: string, input?: InputOf): Measured => ({
  name,
  limit: undefined,
  most: { sqlite: ms, postgres: ms },
  ask: asAdmin(path, input),
})
const search = (name: string, words: readonly string[], narrowing: Input = {}): Measured => ({
  name: `search ${name}`,
  limit: 3,
  ask: asAdmin('/tickets/search', (_, round) => ({
    values: words[Math.abs(round) % words.length] ?? '',
    ...narrowing,
  })),
})
const fast = { sqlite: 5 }
const common = ['电脑', '开机', 'laptop', '屏幕']

/** The ticket that a round has created: numbers count up from the first warm-up round. */
export const warmUp = 10
const made = ({ count }: Crowd, round: number) => count + 1 + warmUp + round

const change = (name: string, path: string, who: 'admin' | 'member', input: InputOf): Measured => ({
  name,
  limit: 1.5,
  ask: (crowd, round) => post(crowd[who], path, input(crowd, round), crowd),
})

const changes: readonly Measured[] = [
  {
    name: 'create',
    limit: 1.3,
    ask: (crowd, round) => {
      const { type, device, device_model: deviceModel, owner, phone, description } = invent(dice(round), 0, 1, 0)
      const ticket = { type, device, deviceModel, owner, phone, description, accessories: [0, 1] }
      return post(crowd.users[Math.abs(round) % crowd.users.length] ?? '', '/tickets/create', ticket, crowd)
    },
  },
  change('addnote', '/tickets/addnote', 'admin', (crowd, round) => ({
    id: some(crowd.count, round),
    content: `note ${round}`,
  })),
  change('pick', '/tickets/pick', 'member', (crowd, round) => ({ id: made(crowd, round) })),
  change('update', '/tickets/update', 'member', (crowd, round) => ({
    id: made(crowd, round),
    status: statuses.repaired,
  })),
]

const yearAgo = Temporal.Now.plainDateISO('UTC').subtract({ days: 360 }).toString()

export const calls: readonly Measured[] = [
  {
    name: 'mytickets',
    limit: 1.5,
    ask: (crowd, round) => as(crowd.users[Math.abs(round) % crowd.users.length] ?? '', '/user/mytickets', {}, crowd),
  },
  steady('list page 1', '/tickets/list', () => ({ pageId: 1, count: 10 }), fast),
  steady('list page 1000', '/tickets/list', () => ({ pageId: 1000, count: 10 })),
  steady('list last page', '/tickets/list', ({ count }) => ({ pageId: count / 10, count: 10 })),
  steady('list page 1, oldest first', '/tickets/list', () => ({ pageId: 1, count: 10, order: 'oldest' }), fast),
  steady('list page 1000, oldest first', '/tickets/list', () => ({ pageId: 1000, count: 10, order: 'oldest' })),
  steady('the desk: unfinished ones, oldest first', '/tickets/search', () => ({ open: 1, order: 'oldest', count: 20 })),
  steady('counts', '/tickets/counts', undefined, fast),
  // A team with few tickets has a single page of unclaimed ones, and an empty page would be quicker.
  ...[1, 2, 3, 4].map((queryType) => ({
    name: `list of kind ${queryType}`,
    limit: 1.5,
    ask: (crowd: Crowd, round: number) =>
      as(
        crowd.member,
        '/tickets/list',
        { pageId: queryType === 3 ? 1 : 1 + (Math.abs(round) % 20), count: 10, queryType },
        crowd,
      ),
  })),
  steady('uncompleted', '/tickets/uncompleted', () => ({ pageId: 1, count: 10 })),
  steady('info', '/tickets/info', ({ count }, round) => ({ id: some(count, round) }), fast),
  // For unfinished tickets. A few other tickets have the same model, and one in sixteen has the same fault.
  within(10, 'similar', '/tickets/similar', ({ count }, round) => ({
    id: count - (Math.abs(round) % Math.ceil(count / 300)),
  })),
  steady('stats', '/admin/stats'),
  search('common words', common),
  { ...search('two words', ['联想 蓝屏', 'kettle philips', '小米 充电']), most: fast },
  search('names', ['王伟', '陈欣怡', 'oliveira', '林晨']),
  search('rare words', ['SN 4k2', 'sn zz1', '萧萍萍', '吕诗诗']),
  search('nothing', ['qqqq', '鱻鱻', 'zzz不存在', '电脑 qqxx']),
  search('short words', ['hp', '水', '灯', 'pc']),
  search('common letters', ['e', 'a', '1', '7']),
  search('rarer letters', ['q', 'z', 'x', '0']),
  search('common words, computers', common, { type: 1 }),
  // These match one ticket in some hundreds, so the search scans very many to find a thousand. The last one has no index and also
  // reads rows.
  { ...search('a letter and a word', ['q laptop', 'x 电脑', '7 hp']), limit: 10 },
  { ...search('letters, unfinished', ['e', 'q', '7', 'x'], { open: 1 }), limit: 10 },
  { ...search('common words, unfinished', common, { open: 1 }), limit: 10 },
  { ...search('common words, being repaired', common, { status: 3 }), limit: 10 },
  { ...search('common words, unfinished and repaired', common, { open: 1, status: 5 }), limit: 20 },
  search('ends of phones', ['8001', '1234', '0000', '9876']),
  {
    name: 'search numbers',
    limit: 3,
    ask: asAdmin('/tickets/search', ({ count }, round) => ({ values: some(count, round) })),
  },
  within(30, 'stats in detail', '/admin/stats/detail'),
  within(30, 'stats of a year', '/admin/stats/detail', () => ({ from: yearAgo })),
  ...changes,
]
