import { statuses } from '#contract/codes.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { day, hour, instantOf, localDate, minute } from '#kit/time.ts'
import { guessDevice } from '#rules/tickets/categories.ts'
import { fileForVisitor } from '#service/counter/intake.ts'
import { arriveByBooking, callVisit, markVisit } from '#service/counter/queue.ts'
import { updateProfile } from '#service/people/users.ts'
import { bookPlace, unbookPlace, wishFor } from '#service/repair-days/bookings.ts'
import { help, setRoles } from '#service/repair-days/helpers.ts'
import { announceDay, copyDay, createDay } from '#service/repair-days/planner.ts'
import { finishTask, listTasks, setTasks } from '#service/repair-days/tasks.ts'
import { settleRepairDays } from '#service/repair-days/upkeep.ts'
import type { Actor, MemberActor } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import { createTicket, moveTicket, retrieveTicket } from '#service/tickets/tickets.ts'
import type { DemoContext } from './duty.ts'
import { itemAt } from './tickets.ts'

const clocks = [
  ['14:00', '14:45'],
  ['14:45', '15:30'],
  ['15:30', '16:15'],
  ['16:15', '17:00'],
] as const
const text = (zh_CN: string, en_US: string) => ({ zh_CN, en_US })

const refused = [
  { what: text('微波炉', 'Microwave ovens'), where: text('西门外的家电维修店', 'The appliance shop at the west gate') },
  {
    what: text('鼓包的电池', 'Swollen batteries'),
    where: text('学校的危险废物回收点', 'The campus point for hazardous waste'),
  },
  { what: text('还在保修期内的设备', 'Devices under warranty'), where: text('厂家的售后', 'The maker’s service') },
]

const roles: Input<Contract['helpers']['setRoles']>['roles'] = [
  { name: text('', ''), duty: 'mend', kind: 0, places: 3 },
  { name: text('', ''), duty: 'mend', kind: 1, places: 2 },
  { name: text('', ''), duty: 'desk', kind: null, places: 2 },
  { name: text('', ''), duty: 'host', kind: null, places: 1 },
  { name: text('拍照', 'Photos'), duty: 'own', kind: null, places: 1 },
]
/** Who signs up, by the place of the role: repairs of computers lack a helper, and one member waits to be host. */
const helping: readonly (readonly number[])[] = [[0, 1, 2], [3], [4, 5], [6, 5], [4]]

/** The check-list: what, how many days before, who, and whether it is done when half of it should be. */
const tasks: readonly [text: string, before: number, member: number, done: boolean][] = [
  ['定好场地，向学院报备', 14, 0, true],
  ['打印海报，贴到宿舍楼下', 9, 1, true],
  ['Check the soldering irons and order new tips', 8, 3, true],
  ['统计队员的空闲时间', 6, 4, false],
  ['准备标签、纸质登记表和笔', 2, 2, false],
  ['借插线板和桌子', 1, 5, false],
]

/** A device that came, with its outcome; `wave` is that of a booking. */
interface Guest {
  readonly name: string
  readonly type: 0 | 1
  readonly device: string
  readonly model?: string
  readonly about: string
  readonly wave?: number
  readonly outcome?: 'fixed' | 'end_of_life' | 'missed'
}

const guests: readonly Guest[] = [
  { name: '钱老师', type: 0, device: '电热水壶', about: '不通电。', wave: 0, outcome: 'fixed' },
  { name: 'Sofia Rossi', type: 1, device: 'Laptop', model: 'HP 348', about: 'Very slow.', wave: 0, outcome: 'fixed' },
  { name: '丁同学', type: 0, device: '台灯', about: '闪烁。', wave: 1, outcome: 'fixed' },
  { name: '徐同学', type: 1, device: '笔记本电脑', model: '华硕 X550', about: '键盘失灵。', wave: 2, outcome: 'fixed' },
  { name: '高同学', type: 0, device: '吹风机', about: '只出冷风。', wave: 2, outcome: 'missed' },
  { name: '罗阿姨', type: 0, device: '电风扇', about: '转得慢。', outcome: 'fixed' },
  { name: 'Ivan', type: 0, device: 'Toaster', about: 'Does not heat.', outcome: 'fixed' },
  { name: '谢爷爷', type: 0, device: '收音机', about: '没有声音。', outcome: 'fixed' },
  { name: '郭同学', type: 0, device: '台灯', about: '不亮。', outcome: 'fixed' },
  { name: '邓阿姨', type: 0, device: '豆浆机', about: '电机烧了。', outcome: 'end_of_life' },
  { name: '沈同学', type: 1, device: '笔记本电脑', model: '戴尔 3400', about: '很烫，会死机。', outcome: 'fixed' },
  { name: 'Yuki', type: 1, device: 'Game controller', about: 'The stick drifts.', outcome: 'fixed' },
  { name: '冯同学', type: 1, device: '平板电脑', about: '屏幕碎了。', outcome: 'end_of_life' },
]

const booked: readonly (Guest & { readonly wave: number })[] = [
  { name: '韩同学', type: 1, device: '笔记本电脑', model: '联想 G50', about: '清灰。', wave: 1 },
  { name: 'Emma Clark', type: 1, device: 'Laptop', model: 'Dell 5480', about: 'The fan is loud.', wave: 2 },
  { name: '曹同学', type: 1, device: '台式机', about: '开机没有画面。', wave: 3 },
  { name: '彭同学', type: 1, device: '笔记本电脑', model: '小米 Air 13', about: '充不进电。', wave: 4 },
  { name: '曾同学', type: 1, device: '移动硬盘', about: '读不出来。', wave: 0 },
  { name: '萧阿姨', type: 0, device: '电饭锅', about: '煮不熟。', wave: 1 },
  { name: 'Lucas Martin', type: 0, device: 'Blender', about: 'Smells burnt.', wave: 2 },
  { name: '田同学', type: 0, device: '加湿器', about: '不出雾。', wave: 2 },
]

interface Days {
  readonly team: DemoContext
  readonly admin: MemberActor
  readonly members: readonly MemberActor[]
}

/** The Saturday of the next repair day: the next one that is at least two days away. */
function nextSaturday(now: number, zone: string): string {
  const soon = Temporal.PlainDate.from(localDate(now + 2 * day, zone))
  return soon.add({ days: (6 - soon.dayOfWeek + 7) % 7 }).toString()
}

/** Four weeks before the next repair day was another one, with a public report. Returns its number. */
export async function fillPastDay(days: Days): Promise<number> {
  const { team, admin } = days
  const { ctx, zone, at } = team
  const date = Temporal.PlainDate.from(nextSaturday(team.now, zone)).subtract({ days: 28 }).toString()
  const begin = (instantOf(date, zone) ?? team.now) + 14 * hour
  at(begin - 21 * day)
  const id = await createDay(ctx, admin, {
    title: text('校园维修日', 'Campus repair day'),
    about: text(
      '带上坏了的小家电或电脑，和我们一起修。维修免费，配件按成本价。',
      'Bring a broken appliance or computer and mend it with us. Repairs are free; parts cost what we paid.',
    ),
    from: `${date}T14:00`,
    until: `${date}T17:00`,
    place: { name: text('图书馆一楼大厅', 'Library, ground floor'), map: '' },
    kinds: [0, 1],
    refused,
    helpUntil: `${Temporal.PlainDate.from(date).subtract({ days: 1 })}T18:00`,
    publish: true,
    waves: clocks.map(([from, until]) => ({
      from: `${date}T${from}`,
      until: `${date}T${until}`,
      places: [
        { kind: 0, places: 4 },
        { kind: 1, places: 2 },
      ],
    })),
  })
  await setRoles(ctx, admin, { id, version: await versionOf(ctx, id), roles })
  await planTasks(days, id, begin)
  await announceDay(ctx, admin, id)
  await signUp(days, id)
  await finishTasks(days, id, tasks.length)
  await holdDay(days, id, begin)
  at(begin + 4 * hour)
  await settleRepairDays(ctx)
  return id
}

/** The next repair day, made from the past one, with bookings and a waiting list. */
export async function fillNextDay(days: Days, past: number, users: readonly Actor[]): Promise<void> {
  const { team, admin, members } = days
  const { ctx, now, zone, at } = team
  const date = nextSaturday(now, zone)
  const begin = (instantOf(date, zone) ?? now) + 14 * hour
  at(now - 9 * day)
  const id = await copyDay(ctx, admin, past, `${date}T14:00`)
  await planTasks(days, id, begin)
  await announceDay(ctx, admin, id)
  await signUp(days, id)
  await finishTasks(days, id, tasks.filter(([, , , done]) => done).length)
  const places: { owner: Actor; ticket: number }[] = []
  for (const [i, guest] of booked.entries()) {
    at(now - (6 * day - i * 9 * hour))
    const owner = await guestOf(team, `next-${i}`, guest.name)
    const ticket = await fileFor(ctx, owner, guest)
    await bookPlace(ctx, owner, ticket, { id, wave: await waveOf(ctx, id, guest.wave), backedUp: true })
    places.push({ owner, ticket })
  }
  // The users of the demo: one waits and is offered a place, one has a place.
  at(now - 20 * hour)
  const [, maria = admin, zihan = admin] = users
  const printer = await fileFor(ctx, maria, {
    name: '',
    type: 1,
    device: 'Monitor',
    about: 'Flickers when it is warm.',
  })
  await bookPlace(ctx, maria, printer, { id, wave: 0, backedUp: true })
  const fan = await fileFor(ctx, zihan, { name: '', type: 0, device: '卷发棒', about: '不加热。' })
  await bookPlace(ctx, zihan, fan, { id, wave: await waveOf(ctx, id, 3), backedUp: true })
  at(now - 2 * hour)
  const [first, , , , waits] = places
  if (first) await unbookPlace(ctx, first.owner, first.ticket, id)
  if (waits) await wishFor(ctx, itemAt(members, 3), { id, ticket: waits.ticket, wish: true })
}

async function versionOf(ctx: Ctx, id: number): Promise<number> {
  return (await ctx.store.read((tx) => tx.repairDays.find(id)))?.version ?? 0
}

/** The number of a wave, counted from 1; 0 for any. */
async function waveOf(ctx: Ctx, id: number, place: number): Promise<number> {
  return (await ctx.store.read((tx) => tx.repairDays.find(id)))?.waves[place - 1]?.id ?? 0
}

async function planTasks({ team: { ctx, zone }, admin, members }: Days, id: number, begin: number): Promise<void> {
  const planned = tasks.map(([what, before, member]) => ({
    text: what,
    due: localDate(begin - before * day, zone),
    member: itemAt(members, member).memberId,
  }))
  await setTasks(ctx, admin, { id, version: await versionOf(ctx, id), tasks: planned })
}

async function finishTasks({ team: { ctx }, members }: Days, id: number, count: number): Promise<void> {
  const { list } = await listTasks(ctx, id, 'zh_CN')
  for (const [i, { id: task }] of list.slice(0, count).entries())
    await finishTask(ctx, itemAt(members, i), { task, done: true })
}

async function signUp({ team: { ctx }, members }: Days, id: number): Promise<void> {
  const planned = (await ctx.store.read((tx) => tx.helpers.rolesOfDay(id))).map((role) => role.id)
  for (const [i, role] of planned.entries())
    for (const member of helping[i] ?? []) await help(ctx, itemAt(members, member), { id, role })
}

async function guestOf({ ctx, login }: DemoContext, code: string, name: string): Promise<Actor> {
  const actor = await login(`demo-${code}`)
  await updateProfile(ctx, actor, { name, phone: '' })
  return actor
}

async function fileFor(ctx: Ctx, owner: Actor, { type, device, model = '', about }: Guest): Promise<number> {
  const { ticketId } = await createTicket(ctx, owner, { type, device, deviceModel: model, description: about })
  return ticketId ?? 0
}

/** The day itself: bookings and walk-ins come, are called and go home with their device. */
async function holdDay({ team, members }: Days, id: number, begin: number): Promise<void> {
  const { ctx, at } = team
  for (const [i, guest] of guests.entries()) {
    const { type, device, model = '', about, name, wave, outcome } = guest
    const member = itemAt(members, i % 4)
    let ticket = 0
    if (wave === undefined) {
      at(begin + i * 12 * minute)
      const filed = { type, device, deviceModel: model, description: about, owner: name, queue: true }
      ticket = (await fileForVisitor(ctx, itemAt(members, 4), filed)).id
    } else {
      at(begin - 7 * day + i * hour)
      const owner = await guestOf(team, `past-${i}`, name)
      ticket = await fileFor(ctx, owner, guest)
      await bookPlace(ctx, owner, ticket, { id, wave: await waveOf(ctx, id, wave + 1), backedUp: true })
      if (outcome === 'missed') continue
      at(begin + wave * 45 * minute)
      await arriveByBooking(ctx, owner, ticket, id)
    }
    await callVisit(ctx, member, { id: ticket })
    await markVisit(ctx, member, ticket, 'served')
    const known = guessDevice(device, model)
    if (outcome === 'end_of_life')
      await moveTicket(ctx, member, ticket, {
        status: statuses.unrepairable,
        ...known,
        outcome,
        barrier: 'parts_unavailable',
      })
    else await moveTicket(ctx, member, ticket, { status: statuses.repaired, ...known, outcome: 'fixed' })
    await retrieveTicket(ctx, member, ticket)
  }
}
