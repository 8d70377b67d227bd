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
  /** The member who called the visitor, by place in the list of members. */
  readonly caller?: number
  readonly became?: 'served' | 'skipped' | 'gone'
  /** Repaired at the bench: on a shelf now, or home again. */
  readonly done?: { readonly shelf: string } | HandBackInput
  /** The remedy. */
  readonly remedy?: string
}

type Arrival = [came: number, type: 0 | 1, device: string, owner: string, description: string]

const visitor = (
  [came, type, device, owner, description]: Arrival,
  more: Omit<Visitor, 'came' | 'type' | 'device' | 'owner' | 'description'>,
): Visitor => ({ came, type, device, owner, description, queue: true, ...more })

const visitors: readonly Visitor[] = [
  visitor([88, 0, '电热水壶', '王奶奶', '烧到一半就跳。'], {
    ...{ phone: '13500135003', accessories: [1], caller: 1, became: 'served' },
    remedy: '温控器触点氧化，打磨后正常。',
    done: { missing: [{ accessory: 1, reason: '电源线老化，剪掉回收了' }], shown: 'receipt' },
  }),
  visitor([84, 1, 'Laptop', 'Lena Hartmann', 'Does not charge.'], {
    ...{ deviceModel: 'Lenovo T480', mail: 'lena@example.org', accessories: [0, 5], caller: 3, became: 'served' },
    ...{ remedy: 'New charging socket.', done: { shelf: 'C2' } },
  }),
  visitor([70, 0, '吸尘器', '马叔叔', '吸力变小，有异响。'], { phone: '13600136004', caller: 0, became: 'served' }),
  visitor([61, 0, 'Toaster', 'Tom Becker', 'The lever does not stay down.'], { caller: 1, became: 'gone' }),
  visitor([55, 1, '平板电脑', '何小雨', '充不进电。'], { phone: '13900139005', caller: 3, became: 'skipped' }),
  visitor([40, 0, '收音机', '刘爷爷', '调台时沙沙响。'], {
    ...{ deviceModel: '德生 PL-330', phone: '13800138006', caller: 1 },
  }),
  visitor([33, 0, 'Sewing machine', 'Grace Kim', 'The needle hits the plate.'], {
    ...{ deviceModel: 'Singer 2250', phone: '13700137007', accessories: [1], shelf: 'A3', queue: false },
  }),
  visitor([25, 0, '台灯', '陈同学', '开关失灵。'], { phone: '13500135008' }),
  visitor([18, 1, 'Game controller', 'Omar', 'The left stick drifts.'], { mail: 'omar@example.org' }),
  visitor([6, 0, '豆浆机', '黄阿姨', '电机不转。'], { phone: '13600136009' }),
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
  const { list } = await listHoldings(ctx, member, { count: 100 })
  const onShelves = list.filter(({ place }) => place === 'shelf')
  const tied = tags.splice(0, onShelves.length)
  for (const [i, { id }] of onShelves.entries()) await tieTagTo(ctx, member, id, tied[i] ?? 0)
  // The device was not on its shelf.
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
  { came, caller, became, done, remedy = '', ...input }: Visitor,
  tags: number[],
): Step[] {
  let id = 0
  const steps: Step[] = []
  const after = (minutes: number, work: Step['work']) => steps.push({ ago: came - minutes, work })
  after(0, async () => {
    const tag = input.shelf === undefined ? undefined : tags.shift()
    id = (await fileForVisitor(ctx, itemAt(members, 2), { ...input, ...(tag === undefined ? {} : { tag }) })).id
  })
  if (caller === undefined) return steps
  const member = itemAt(members, caller)
  after(5, () => callVisit(ctx, member, { id }))
  if (became) after(6, () => markVisit(ctx, member, id, became))
  if (!done) return steps
  const fixed = { ...guessDevice(input.device, input.deviceModel ?? ''), outcome: 'fixed', remedy } as const
  after(40, () => moveTicket(ctx, member, id, { status: statuses.repaired, ...fixed }))
  after(41, () => ('shelf' in done ? shelve(ctx, member, id, done.shelf) : retrieveTicket(ctx, member, id, done)))
  return steps
}
