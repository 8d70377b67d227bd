import { statuses } from '#contract/codes.ts'
import type { DialectName } from '#store/engine/whole-database.ts'
import { invent, seededRandom } from '../../million/invent.ts'
import type { Crowd } from './crowd.ts'

interface Limits {
  /** The ratio of the times with very many and with few tickets. */
  readonly limit: number | undefined
  /** Milliseconds with very many tickets. */
  readonly most?: Partial<Record<DialectName, number>>
}

export interface MeasuredCall extends Limits {
  readonly name: string
  ask(crowd: Crowd, round: number): Request
}

type Input = Readonly<Record<string, string | number | readonly number[]>>
type InputOf = (crowd: Crowd, round: number) => Input
/** The person who calls, and limits other than the usual one: that the time does not depend on the number of tickets. */
type Options = Partial<Limits> & { readonly by?: 'admin' | 'member' | 'user' }

const usual = { by: 'admin', limit: 1.5 } as const
const tokenOf = (crowd: Crowd, by: 'admin' | 'member' | 'user', round: number) =>
  by === 'user' ? (crowd.users[Math.abs(round) % crowd.users.length] ?? '') : crowd[by]

function get(name: string, path: string, input: InputOf = () => ({}), options: Options = {}): MeasuredCall {
  const { by, ...limits } = { ...usual, ...options }
  return {
    name,
    ...limits,
    ask: (crowd, round) => {
      const fields = Object.entries({ token: tokenOf(crowd, by, round), ...input(crowd, round) })
      return new Request(
        `${crowd.url}${path}?${new URLSearchParams(fields.map(([field, value]) => [field, String(value)]))}`,
      )
    },
  }
}

function post(name: string, path: string, input: InputOf, options: Options = {}): MeasuredCall {
  const { by, ...limits } = { ...usual, ...options }
  return {
    name,
    ...limits,
    ask: (crowd, round) =>
      new Request(`${crowd.url}${path}?token=${tokenOf(crowd, by, round)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input(crowd, round)),
      }),
  }
}

const search = (name: string, words: readonly string[], narrowing: Input = {}, options: Options = {}) =>
  get(
    `search ${name}`,
    '/tickets/search',
    (_, round) => ({ values: words[Math.abs(round) % words.length] ?? '', ...narrowing }),
    { limit: 3, ...options },
  )

const fast = { most: { sqlite: 5 } }
const within = (ms: number) => ({ limit: undefined, most: { sqlite: ms, postgres: ms } })
const common = ['电脑', '开机', 'laptop', '屏幕']
const yearAgo = Temporal.Now.plainDateISO('UTC').subtract({ days: 360 }).toString()

/** A different ticket in every round, spread over all tickets. */
const some = (count: number, round: number) => 1 + ((Math.abs(round) * 7919) % count)
export const warmUp = 10
/** The ticket that a round has created: numbers count up from the first warm-up round. */
const made = ({ count }: Crowd, round: number) => count + 1 + warmUp + round

export const calls: readonly MeasuredCall[] = [
  get('mytickets', '/user/mytickets', undefined, { by: 'user' }),
  get('list page 1', '/tickets/list', () => ({ pageId: 1, count: 10 }), fast),
  get('list page 1000', '/tickets/list', () => ({ pageId: 1000, count: 10 })),
  get('list last page', '/tickets/list', ({ count }) => ({ pageId: count / 10, count: 10 })),
  get('list page 1, oldest first', '/tickets/list', () => ({ pageId: 1, count: 10, order: 'oldest' }), fast),
  get('list page 1000, oldest first', '/tickets/list', () => ({ pageId: 1000, count: 10, order: 'oldest' })),
  get('the desk: unfinished ones, oldest first', '/tickets/search', () => ({ open: 1, order: 'oldest', count: 20 })),
  get('counts', '/tickets/counts', undefined, fast),
  // A team with few tickets has a single page of unclaimed ones, and an empty page would be quicker.
  ...[1, 2, 3, 4].map((queryType) => {
    const pageId = (round: number) => (queryType === 3 ? 1 : 1 + (Math.abs(round) % 20))
    const input: InputOf = (_, round) => ({ pageId: pageId(round), count: 10, queryType })
    return get(`list of kind ${queryType}`, '/tickets/list', input, { by: 'member' })
  }),
  get('uncompleted', '/tickets/uncompleted', () => ({ pageId: 1, count: 10 })),
  get('info', '/tickets/info', ({ count }, round) => ({ id: some(count, round) }), fast),
  // For unfinished tickets. A few other tickets have the same model, and one in sixteen has the same fault.
  get(
    'similar',
    '/tickets/similar',
    ({ count }, round) => ({ id: count - (Math.abs(round) % Math.ceil(count / 300)) }),
    within(10),
  ),
  get('stats', '/admin/stats'),
  search('common words', common),
  search('two words', ['联想 蓝屏', 'kettle philips', '小米 充电'], {}, fast),
  search('names', ['王伟', '陈欣怡', 'oliveira', '林晨']),
  search('rare words', ['SN 4k2', 'sn zz1', '萧萍萍', '吕诗诗']),
  search('nothing', ['qqqq', '鱻鱻', 'zzz不存在', '电脑 qqxx']),
  search('short words', ['hp', '水', '灯', 'pc']),
  search('common letters', ['e', 'a', '1', '7']),
  search('rarer letters', ['q', 'z', 'x', '0']),
  search('common words, computers', common, { type: 1 }),
  // These match one ticket in some hundreds, so the search scans very many to find a thousand. The last one has no index and also
  // reads rows.
  search('a letter and a word', ['q laptop', 'x 电脑', '7 hp'], {}, { limit: 10 }),
  search('letters, unfinished', ['e', 'q', '7', 'x'], { open: 1 }, { limit: 10 }),
  search('common words, unfinished', common, { open: 1 }, { limit: 10 }),
  search('common words, being repaired', common, { status: 3 }, { limit: 10 }),
  search('common words, unfinished and repaired', common, { open: 1, status: 5 }, { limit: 20 }),
  search('ends of phones', ['8001', '1234', '0000', '9876']),
  get('search numbers', '/tickets/search', ({ count }, round) => ({ values: some(count, round) }), { limit: 3 }),
  get('stats in detail', '/admin/stats/detail', undefined, within(30)),
  get('stats of a year', '/admin/stats/detail', () => ({ from: yearAgo }), within(30)),
  post(
    'create',
    '/tickets/create',
    (_, round) => {
      const {
        type,
        device,
        device_model: deviceModel,
        owner,
        phone,
        description,
      } = invent(seededRandom(round), 0, 1, 0)
      return { type, device, deviceModel, owner, phone, description, accessories: [0, 1] }
    },
    { by: 'user', limit: 1.3 },
  ),
  post('addnote', '/tickets/addnote', ({ count }, round) => ({ id: some(count, round), content: `note ${round}` })),
  post('pick', '/tickets/pick', (crowd, round) => ({ id: made(crowd, round) }), { by: 'member' }),
  post('update', '/tickets/update', (crowd, round) => ({ id: made(crowd, round), status: statuses.repaired }), {
    by: 'member',
  }),
]
