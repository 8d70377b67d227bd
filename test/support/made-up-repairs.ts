import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { limits } from '#contract/limits.ts'
import { barriers } from '#contract/tickets/outcome-fields.ts'
import { day, hour } from '#kit/time.ts'
import { openBulk } from '../../scripts/million/bulk.ts'
import { randomFrom } from '../duty/world.ts'

/** Personal texts that open data must not contain. */
export const textsToScrub = [
  '13800138000',
  '138 0013 8000',
  '一三八零零一三八零零零',
  'ann.miller@example.org',
  'https://b23.tv/abc123',
  'zhang_san_99',
  '欧阳娜娜',
  'Petronella',
] as const

const devices = [
  '电水壶',
  'Laptop',
  '台灯',
  '笔记本电脑',
  'Toaster',
  '吹风机',
  'Vacuum cleaner',
  '耳机',
  'Thing',
  '"quoted", thing',
]
const brands = ['', '', '美的', 'Bosch', '小米', 'Acme, Inc.']
const faults = [
  '按了开关没反应。',
  'Does not start, "click" and then nothing.',
  '两行\r\n第二行，=1+1',
  '-20 ℃ 报警',
  `打我电话${textsToScrub[0]}`,
  `call ${textsToScrub[1]} or write to ${textsToScrub[3]}`,
  `电话${textsToScrub[2]}，见 ${textsToScrub[4]}`,
  `微信号：${textsToScrub[5]}`,
  `我叫${textsToScrub[6]}，屏幕碎了`,
  `My name is ${textsToScrub[7]}; the fan is loud.`,
  '',
]
const remedies = ['', '', '换了保险丝。', 'Cleaned the contacts ~ and oiled them.', `@SUM(A1)`]

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
  'claimed_at',
  'finished_at',
  'confirmed_at',
  'ended_at',
  'outcome',
  'barrier',
  'category',
  'brand',
  'year',
  'remedy',
] as const

/** Writes finished repairs into a database, the last a little before `now`. Some state an outcome. */
export async function insertGeneratedRepairs(
  config: SqliteConfig | PostgresConfig,
  count: number,
  now: number,
): Promise<void> {
  await using bulk = await openBulk(config)
  const random = randomFrom(21)
  const below = (n: number) => Math.floor(random() * n)
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T // never empty
  await bulk.insert('person', ['name', 'phone', 'created_at'], [[textsToScrub[6], textsToScrub[0], now]])
  for (let done = 0; done < count; done += 5000) {
    const rows = Array.from({ length: Math.min(5000, count - done) }, (_, i) => {
      const repaired = random() < 0.7
      const said = random() < 0.6
      const outcome = !said ? '' : repaired ? 'fixed' : one(['repairable', 'end_of_life', 'end_of_life', 'unknown'])
      const finished = now - (count - done - i) * Math.min(hour / 2, (3 * 365 * day) / count)
      const at = Math.floor(finished)
      const row: Record<(typeof columns)[number], string | number> = {
        person_id: 1,
        type: below(2),
        status: repaired ? 5 : 6,
        open: 0,
        device: one(devices),
        device_model: one(['', 'X-200', '联想 小新']),
        owner: textsToScrub[6],
        phone: textsToScrub[0],
        // The first one has the maximum length.
        description: done + i === 0 ? 'x'.repeat(limits.text) : one(faults),
        accessories: '[]',
        created_at: at - day,
        claimed_at: at - hour,
        finished_at: at,
        confirmed_at: at,
        ended_at: at,
        outcome,
        barrier: outcome === 'end_of_life' ? one([...barriers, '']) : '',
        category: random() < 0.5 ? 0 : 1 + below(40),
        brand: one(brands),
        year: random() < 0.5 ? 0 : 1990 + below(37),
        remedy: done + i === 0 ? 'y'.repeat(limits.remedy) : one(remedies),
      }
      return columns.map((column) => row[column])
    })
    await bulk.insert('ticket', columns, rows)
  }
}
