import { statuses } from '#contract/codes.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { indexRows } from '#store/tickets/search-index.ts'
import { openBulk } from '../../scripts/million/bulk.ts'
import { seededRandom } from '../../scripts/million/invent.ts'
import type { FreshDatabase } from './databases.ts'

/** Faults, each in several wordings. The order is the same in each language. */
const faults = {
  zh: [
    ['按下开关完全没反应', '昨天起无法开机了'],
    ['开着开着就黑屏', '主机响但屏幕不显示'],
    ['插着线充不进电', '充电器好的，就是不充电'],
    ['转起来有很大的异响', '噪音比以前大多了'],
    ['底下一直漏水', '壶身渗水，桌子湿了'],
    ['用十分钟就发烫', '机身过热'],
    ['总是自己重启', '经常蓝屏'],
    ['有几个按键失灵', 'E 和 R 键不灵，按不出字'],
    ['搜不到无线', '宿舍连不上网'],
    ['通电后有焦味', '插上就冒烟'],
  ],
  en: [
    ['Nothing happens, it does not turn on', "It won't start any more since Monday"],
    ['The screen stays black', 'There is no picture, only the fan runs'],
    ['It does not charge with any cable', 'Charging stops at once'],
    ['It makes a terrible noise', 'Since last week it rattles'],
    ['It leaks at the bottom', 'Water drips onto the table'],
    ['It overheats within minutes', 'After a while it gets hot and stops'],
    ['It keeps restarting', 'Blue screen every evening'],
    ['Some keys are dead', 'The E key does nothing'],
    ['It finds no wifi', 'It does not connect to the network of the dormitory'],
    ['There is a burning smell', 'Smoke came out of it'],
  ],
} as const
const things = {
  zh: {
    devices: ['笔记本电脑', '台式机', '电饭锅', '电风扇', '显示器'],
    brands: ['联想', '华为', '美的', '小米', '戴尔', '苏泊尔'],
  },
  en: {
    devices: ['Laptop', 'Desktop PC', 'Kettle', 'Vacuum cleaner', 'Monitor'],
    brands: ['Lenovo', 'Philips', 'Dell', 'Bosch', 'HP', 'Sony'],
  },
} as const
const endings = {
  zh: ['，麻烦尽快，谢谢', '，周末可以来取', ''],
  en: ['. Please call first', '. Thank you!', ''],
} as const

export interface MadeUpTicket {
  readonly device: string
  readonly device_model: string
  readonly description: string
}

export interface SimilarCase {
  /** The new ticket. */
  readonly asked: MadeUpTicket
  /** The index of the finished repair that matches it: the same model and fault in other words. */
  readonly twin: number
}

const wide = (text: string) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

/** Cases that each have some fifty similar finished repairs. They are the same in every run. */
export function similarCases(
  count: number,
  firstId: number,
): { readonly finished: readonly MadeUpTicket[]; readonly cases: readonly SimilarCase[] } {
  const { below, one, next } = seededRandom(20261117)
  const finished: MadeUpTicket[] = []
  const cases: SimilarCase[] = []
  for (let i = 0; i < count; i += 1) {
    const lang = i % 2 === 0 ? 'zh' : 'en'
    const { devices, brands } = things[lang]
    const [device, brand, fault] = [one(devices), one(brands), below(faults[lang].length)]
    const [letters, number] = [String.fromCharCode(65 + below(26), 65 + below(26)), 100 + below(890)]
    /** Blanks, dashes, capitals and width as people type them. */
    const typed = (name: string, digits: number | string) => {
      const model = one([
        `${letters}${digits}`,
        `${letters}-${digits}`,
        `${letters} ${digits}`,
        `${letters.toLowerCase()}${digits}`,
      ])
      const whole = one([`${name} ${model}`, `${name}${model}`, `${name.toLowerCase()} ${model}`, `${name}-${model}`])
      return next() < 0.1 ? wide(whole) : whole
    }
    const said = (which: number, words: 0 | 1) => `${faults[lang][which]?.[words] ?? ''}${one(endings[lang])}`
    const others = () => (fault + 1 + below(faults[lang].length - 1)) % faults[lang].length
    cases.push({
      asked: { device, device_model: typed(brand, number), description: said(fault, 0) },
      twin: firstId + finished.length,
    })
    finished.push({ device, device_model: typed(brand, number), description: said(fault, 1) })
    // Distractors: the same model with another fault; and a similar model, another device or another brand with the same text.
    for (let n = 0; n < 7; n += 1)
      finished.push({ device, device_model: typed(brand, number), description: said(others(), n % 2 === 0 ? 0 : 1) })
    for (let n = 0; n < 21; n += 1)
      finished.push({
        device,
        device_model: typed(brand, one([number + 1 + n, `${number}${n % 10}`])),
        description: said(fault, 0),
      })
    for (let n = 0; n < 21; n += 1)
      finished.push({
        device: one(devices),
        device_model: typed(one(brands), 100 + below(890)),
        description: said(fault, 0),
      })
  }
  return { finished, cases }
}

/** Writes finished repairs into an empty database, with their index. */
export async function insertRepairs(
  { config }: Pick<FreshDatabase, 'config'>,
  finished: readonly MadeUpTicket[],
  at: number,
): Promise<void> {
  await using bulk = await openBulk(config)
  const common = { type: 0, status: statuses.repaired, open: 0, owner: '', phone: '', accessories: '[]' }
  const rows = finished.map((made, i) => ({
    ...made,
    ...common,
    id: i + 1,
    created_at: at + i,
    finished_at: at + i,
    ended_at: at + i,
  }))
  const columns = [
    'person_id',
    'type',
    'status',
    'open',
    'device',
    'device_model',
    'owner',
    'phone',
    'description',
    'accessories',
    'created_at',
    'finished_at',
    'ended_at',
  ] as const
  await bulk.insert('person', ['name', 'phone', 'created_at'], [['', '', at]])
  await bulk.insert(
    'ticket',
    columns,
    rows.map((row) => columns.map((column) => (column === 'person_id' ? 1 : row[column]))),
  )
  const grams = indexRows(rows.map((row) => ({ id: row.id, grams: ticketGrams(row) })))
  await bulk.insert(
    'gram',
    ['gram', 'block', 'ids'],
    grams.map(({ gram, block, ids }) => [gram, block, ids]),
  )
}
