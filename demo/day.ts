import { statuses } from '#contract/codes.ts'
import { instantOf, localDate, minute } from '#kit/time.ts'
import type { HandBackInput } from '#rules/counter/custody.ts'
import { guessDevice } from '#rules/tickets/categories.ts'
import { listHoldings, makeTags, shelve, tieTagTo } from '#service/counter/custody.ts'
import type { IntakeInput } from '#service/counter/intake.ts'
import { fileForVisitor } from '#service/counter/intake.ts'
import { callVisit, markVisit } from '#service/counter/queue.ts'
import { takeStock } from '#service/counter/stocktaking.ts'
import type { Ctx } from '#service/shared/context.ts'
import { moveTicket, retrieveTicket } from '#service/tickets/tickets.ts'
import { type DemoTeam, itemAt } from './tickets.ts'

interface Visitor extends IntakeInput {
  /** Minutes ago, or the start of the day if that is later. */
  readonly came: number
  /** Who called them, by the place in the list of members. */
  readonly caller?: number
  readonly became?: 'served' | 'skipped' | 'gone'
  /** Repaired at the bench: on a shelf now, or home again. */
  readonly done?: { readonly shelf: string } | HandBackInput
  /** What helped. */
  readonly remedy?: string
}

const queue = true

const visitors: readonly Visitor[] = [
  {
    ...{ came: 88, queue, type: 0, device: '电热水壶', owner: '王奶奶', phone: '13500135003' },
    ...{ description: '烧到一半就跳。', accessories: [1] },
    caller: 1,
    became: 'served',
    remedy: '温控器触点氧化，打磨后正常。',
    done: { missing: [{ accessory: 1, reason: '电源线老化，剪掉回收了' }], shown: 'receipt' },
  },
  {
    ...{ came: 84, queue, type: 1, device: 'Laptop', deviceModel: 'Lenovo T480', owner: 'Lena Hartmann' },
    ...{ mail: 'lena@example.org', description: 'Does not charge.', accessories: [0, 5] },
    caller: 3,
    became: 'served',
    remedy: 'New charging socket.',
    done: { shelf: 'C2' },
  },
  {
    ...{
      came: 70,
      queue,
      type: 0,
      device: '吸尘器',
      owner: '马叔叔',
      phone: '13600136004',
      description: '吸力变小，有异响。',
    },
    caller: 0,
    became: 'served',
  },
  {
    ...{
      came: 61,
      queue,
      type: 0,
      device: 'Toaster',
      owner: 'Tom Becker',
      description: 'The lever does not stay down.',
    },
    caller: 1,
    became: 'gone',
  },
  {
    ...{
      came: 55,
      queue,
      type: 1,
      device: '平板电脑',
      owner: '何小雨',
      phone: '13900139005',
      description: '充不进电。',
    },
    caller: 3,
    became: 'skipped',
  },
  {
    ...{
      came: 40,
      queue,
      type: 0,
      device: '收音机',
      deviceModel: '德生 PL-330',
      owner: '刘爷爷',
      phone: '13800138006',
    },
    description: '调台时沙沙响。',
    caller: 1,
  },
  {
    ...{ came: 33, type: 0, device: 'Sewing machine', deviceModel: 'Singer 2250', owner: 'Grace Kim' },
    ...{ phone: '13700137007', description: 'The needle hits the plate.', accessories: [1], shelf: 'A3' },
  },
  { came: 25, queue, type: 0, device: '台灯', owner: '陈同学', phone: '13500135008', description: '开关失灵。' },
  {
    ...{ came: 18, queue, type: 1, device: 'Game controller', owner: 'Omar', mail: 'omar@example.org' },
    description: 'The left stick drifts.',
  },
  { came: 6, queue, type: 0, device: '豆浆机', owner: '黄阿姨', phone: '13600136009', description: '电机不转。' },
]

/** Fills a repair day that is under way. The evening before, the team tied tags to its devices and took stock. */
export async function fillRepairDay(ctx: Ctx, team: DemoTeam, now: number): Promise<void> {
  const today = instantOf(localDate(now, team.zone), team.zone) ?? now
  const tags = await countStock(ctx, team, today - 90 * minute)
  const steps = visitors.flatMap((visitor) => stepsOf(ctx, team, visitor, tags))
  for (const { ago, work } of steps.toSorted((a, b) => b.ago - a.ago)) {
    team.at(Math.max(today, now - ago * minute))
    await work()
  }
}

async function countStock(ctx: Ctx, { at, members }: DemoTeam, evening: number): Promise<number[]> {
  const member = itemAt(members, 4)
  at(evening)
  const tags = await makeTags(ctx, 24)
  const { list } = await listHoldings(ctx, { count: 100 })
  const onShelves = list.filter(({ place }) => place === 'shelf')
  const tied = tags.splice(0, onShelves.length)
  for (const [i, { id }] of onShelves.entries()) await tieTagTo(ctx, member, id, tied[i] ?? 0)
  // One was not where it should have been.
  const scans = tied.slice(1).map((tag) => `T${tag}`)
  await takeStock(ctx, member, scans)
  return tags
}

interface Step {
  readonly ago: number
  readonly work: () => Promise<unknown>
}

function stepsOf(
  ctx: Ctx,
  { members }: DemoTeam,
  { came, caller, became, done, remedy = '', ...wish }: Visitor,
  tags: number[],
): Step[] {
  let id = 0
  const steps: Step[] = []
  const after = (minutes: number, work: Step['work']) => steps.push({ ago: came - minutes, work })
  after(0, async () => {
    const tag = wish.shelf === undefined ? undefined : tags.shift()
    id = (await fileForVisitor(ctx, itemAt(members, 2), { ...wish, ...(tag === undefined ? {} : { tag }) })).id
  })
  if (caller === undefined) return steps
  const member = itemAt(members, caller)
  after(5, () => callVisit(ctx, member, { id }))
  if (became) after(6, () => markVisit(ctx, member, id, became))
  if (!done) return steps
  const fixed = { ...guessDevice(wish.device, wish.deviceModel ?? ''), outcome: 'fixed', remedy } as const
  after(40, () => moveTicket(ctx, member, id, { status: statuses.repaired, ...fixed }))
  after(41, () => ('shelf' in done ? shelve(ctx, member, id, done.shelf) : retrieveTicket(ctx, member, id, done)))
  return steps
}
