import { type Status, statusMeaning } from '#contract/codes.ts'
import { day, hour } from '#kit/time.ts'

/** A small random generator with a seed, so that every run has the same tickets. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T // no list in this file is empty
  return { next, below, one }
}

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕']
const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红兰梅琳晨宇欣怡佳豪子涵梓轩浩然诗雨']
const first = ['Maria', 'James', 'Chen', 'Amir', 'Sofia', 'Liam', 'Yuki', 'Noor', 'Olga', 'Pedro', 'Hanna', 'Kofi']
const last = ['Oliveira', 'Smith', 'Weber', 'Tanaka', 'Khan', 'Petrova', 'Garcia', 'Mensah', 'Rossi', 'Novak', 'Dubois']
const appliances = [
  '电风扇',
  '电饭锅',
  '台灯',
  '电热水壶',
  '吹风机',
  '加湿器',
  'Kettle',
  'Desk lamp',
  'Rice cooker',
  '插线板',
]
const computers = [
  '笔记本电脑',
  '台式机',
  '显示器',
  '键盘',
  '平板电脑',
  'Laptop',
  'Desktop PC',
  'Printer',
  '路由器',
  '移动硬盘',
]
const makers = ['美的', '联想', 'Philips', 'ThinkPad', '华为', 'Dell', 'HP', '小米', 'ASUS', 'Midea', 'Sony', '苏泊尔']
const troubles = [
  '开机没有反应',
  '使用时有异响',
  '屏幕闪烁，偶尔蓝屏',
  '无法充电，指示灯不亮',
  '风扇转得很慢',
  '漏水，底部有水迹',
  '摔过一次之后打不开',
  '键盘有几个键失灵',
  '连接不上无线网络',
  '运行非常卡，想清灰换硅脂',
  'Does not turn on any more',
  'Makes a burning smell',
  'Screen stays black',
  'Battery drains within an hour',
  'Hinge is loose and cracks',
  'Keeps restarting by itself',
]
const wishes = [
  '麻烦尽快，谢谢',
  '周末可以来取',
  '数据很重要，请不要格式化',
  'Please call before opening it',
  '不急',
  'Thank you!',
  '',
]

const span = 5 * 365 * day

/** The n-th ticket of a team's five years: nearly all are done, the newest still open. */
export function invent({ next, below, one }: ReturnType<typeof seededRandom>, n: number, of: number, now: number) {
  const type = below(2)
  const created = Math.floor(now - span + ((n + 1) / of) * (span - hour))
  const fresh = now - created < 7 * day
  const status = fresh
    ? one<Status>([0, 0, 1, 2, 3, 4, 5])
    : one<Status>([5, 5, 5, 5, 5, 5, 6, 6, 7, next() < 0.05 ? 3 : 5])
  const { phase } = statusMeaning(status)
  const claimed = phase === 'unclaimed' || (phase === 'closed' && next() < 0.8) ? null : created + below(2 * day)
  const finished = phase === 'finished' ? (claimed ?? created) + below(9 * day) : null
  const confirmed = !fresh && finished !== null && next() < 0.98 ? finished + below(5 * day) : null
  const cancelled = phase === 'closed' ? created + below(3 * day) : null
  return {
    type,
    status,
    open: phase === 'closed' || confirmed !== null ? 0 : 1,
    device: one(type === 0 ? appliances : computers),
    device_model: `${one(makers)} ${String.fromCharCode(65 + below(26))}${100 + below(900)}`,
    owner: next() < 0.8 ? `${one(surnames)}${one(given)}${one(given)}` : `${one(first)} ${one(last)}`,
    phone: `1${one(['38', '39', '36', '58', '77', '86'])}${String(below(100_000_000)).padStart(8, '0')}`,
    description: [
      one(troubles),
      next() < 0.3 ? one(troubles) : '',
      next() < 0.2 ? `SN ${below(36 ** 6).toString(36)}` : '',
      one(wishes),
    ]
      .filter((part) => part !== '')
      .join('。'),
    created_at: created,
    claimed_at: claimed,
    finished_at: finished,
    confirmed_at: confirmed,
    ended_at: confirmed ?? cancelled,
    forwarded_at: next() < 0.7 ? created + day : null,
    /** The index of the member who works on it. */
    worker: claimed === null ? undefined : below(40),
  }
}
