import { categories } from '#contract/codes.ts'
import { barriers } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import { csvRecord } from '#kit/csv-writer.ts'
import { day, localDate } from '#kit/time.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { guessDevice } from '#rules/tickets/categories.ts'
import { runImport } from '#service/journeys/imports.ts'
import type { MemberActor } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import { demoMembers } from './duty.ts'

/** A frequent repair of the year before. `ended` is the remedy or the barrier. */
type FrequentRepair = readonly [device: string, model: string, problem: string, ended: string, times: number]

const often: readonly FrequentRepair[] = [
  ['电水壶', '美的', '烧不热', '换了温控器', 8],
  ['电水壶', '苏泊尔', '漏水', '换了密封圈', 4],
  ['笔记本电脑', '联想 拯救者', '开机蓝屏', '重新插好内存条', 7],
  ['笔记本电脑', '华为 MateBook', '风扇响，发烫', '清灰，换了硅脂', 9],
  ['笔记本电脑', '惠普', '屏幕不亮', 'parts_expensive', 5],
  ['台灯', '欧普', '不亮', '换了灯管', 9],
  ['电风扇', '美的', '不转', '换了启动电容', 8],
  ['电吹风', '飞利浦', '不出热风', '清理进风口，换了热熔断', 6],
  ['耳机', '索尼', '一边没声音', '重焊插头', 6],
  ['耳机', '小米', '充不进电', 'cannot_open', 6],
  ['手机', '小米', '充电接触不良', '清理充电口', 7],
  ['手机', 'OPPO', '屏幕碎了', 'parts_expensive', 4],
  ['显示器', '戴尔', '闪屏', '换了电源板上的电容', 5],
  ['电饭锅', '九阳', '不加热', '换了热熔断', 6],
  ['打印机', '惠普', '卡纸', '换了搓纸轮', 5],
  ['平板电脑', '华为', '电池不耐用', 'parts_unavailable', 6],
]
const columns = [
  ...['created', 'finished', 'device', 'model', 'problem', 'workers'],
  ...['outcome', 'barrier', 'category', 'brand', 'remedy'],
]

/** Imports the team's spreadsheet of the year before. */
export async function importSpreadsheet(ctx: Ctx, admin: MemberActor, now: number, zone: string) {
  const rows = often.flatMap((one, kind) => Array.from({ length: one[4] }, (_, i) => rowOf(one, kind, i, now, zone)))
  const file = new TextEncoder().encode([columns, ...rows].map(csvRecord).join(''))
  await runImport(ctx, admin, { file, kind: 'tickets', columns: JSON.stringify(columns) }, 'zh_CN')
}

function rowOf(
  [device, model, problem, ended]: FrequentRepair,
  kind: number,
  i: number,
  now: number,
  zone: string,
): string[] {
  const { outcomes, barriers: reasons, codes } = words.zh_CN
  // Spreads the repairs over the year.
  const daysAgo = 110 + ((kind * 53 + i * 37) % 300)
  const { category, brand } = guessDevice(device, model)
  const kindName = keysOf(categories).find((name) => categories[name] === category)
  const barrier = barriers.find((reason) => reason === ended)
  return [
    localDate(now - daysAgo * day, zone),
    localDate(now - (daysAgo - 1 - ((kind + i) % 6)) * day, zone),
    ...[device, model, problem],
    demoMembers[(kind + i) % demoMembers.length] ?? '',
    ...(barrier ? [outcomes.end_of_life, reasons[barrier]] : [outcomes.fixed, '']),
    kindName ? codes.category[kindName] : '',
    brand,
    barrier ? '' : ended,
  ]
}
