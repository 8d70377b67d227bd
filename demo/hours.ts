import type { ArrivalWay, HourRule, LeavingWay } from '#contract/hours/hour-fields.ts'
import type { Settings } from '#contract/team/settings.ts'
import { day, hour, instantOf, localDate, minute, wallClock } from '#kit/time.ts'
import { shiftCalendar } from '#rules/duty/duty.ts'
import { rosterStanding, staffBetween } from '#rules/duty/signable-shifts.ts'
import { askLeave } from '#service/duty/leaves.ts'
import { addHourLine, correctHourLine, decideLines, objectToLine } from '#service/hours/ledger.ts'
import { closePeriod } from '#service/hours/periods.ts'
import { membersHere, signIn } from '#service/hours/signing.ts'
import type { MemberActor } from '#service/shared/actor.ts'
import { dutyFactsOf, loadDutyState } from '#service/shared/duty-memory.ts'
import type { NewHourLine } from '#store/hours/hours.ts'
import type { Store } from '#store/store.ts'
import { type DemoContext, demoMembers as names, slotOn } from './duty.ts'
import { itemAt } from './tickets.ts'

const hourRule: HourRule = {
  rounding: 15,
  direction: 'nearest',
  per: 'entry',
  mostPerDay: 480,
  ticketMinutes: 30,
  nightFrom: '22:00',
  nightUntil: '06:00',
  nightPercent: 150,
  closedPercent: 150,
}
const settings: Partial<Settings> = {
  signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
  hourRule,
  hourColumns: [
    { heading: '序号', source: 'number' },
    { heading: '姓名', source: 'name' },
    { heading: '学号', source: 'stuid' },
    { heading: '学院', source: 'college' },
    { heading: '班级', source: 'class' },
    { heading: '活动名称', source: 'constant', text: '校园义务维修' },
    { heading: '日期', source: 'date' },
    { heading: '签到时间', source: 'arrival' },
    { heading: '签退时间', source: 'leaving' },
    { heading: '志愿时长', source: 'rounded' },
    { heading: '备注', source: 'remark' },
  ],
  signatory: { zh_CN: '校团委志愿服务中心', en_US: 'Volunteer Service Centre' },
}

/** Minutes from the begin of the shift to the arrival, and from its end to the leaving. */
type Attendance = readonly [came: number, how: ArrivalWay, left: number, leftHow: LeavingWay] | 'missing'

/** Used in turn, from the latest shift back. Their number keeps them from falling on the same people each week. */
const attendances: readonly Attendance[] = [
  [-4, 'board', 2, 'board'],
  [1, 'board', 3, 'anywhere'],
  [-7, 'desk', 0, 'desk'],
  [18, 'board', 5, 'board'],
  [-2, 'board', 0, 'forgotten'],
  [-9, 'board', 6, 'board'],
  [0, 'desk', -25, 'desk'],
  [-5, 'board', 1, 'anywhere'],
  [-1, 'board', 12, 'board'],
  'missing',
  [-11, 'board', 4, 'board'],
  [3, 'board', 2, 'board'],
  [-6, 'desk', 8, 'desk'],
  [-3, 'board', 0, 'board'],
  [7, 'board', 3, 'anywhere'],
  [-8, 'board', 26, 'board'],
  [-2, 'desk', 1, 'desk'],
  [-5, 'board', -6, 'board'],
  [-4, 'board', 0, 'forgotten'],
]

type OtherWork = [daysAgo: number, by: number, minutes: number, what: string, withWhom: string, refused?: string]
const otherWork: readonly OtherWork[] = [
  [52, 1, 120, '招新摊位值守', '孙悦'],
  [47, 3, 90, 'Soldering workshop for first-years', '王一鸣'],
  [38, 5, 60, '整理配件柜，清点库存', ''],
  [29, 0, 45, '去电子市场采购电容和保险丝', '李若彤'],
  [24, 6, 180, '帮室友重装系统', '', '帮同学个人的忙，不算队里的工作。'],
  [12, 4, 75, '写热水壶检修说明', ''],
  [5, 1, 60, '搬新工作台', '吴桐、郑凯'],
  [3, 3, 40, 'Translated the opening hours for the poster', ''],
]

type AddStep = (at: number, work: () => Promise<unknown>) => void

/** A term of hours. Attendance is written at once, by the rules of signing in, because hundreds of changes would take too long. */
export async function fillHours(store: Store, team: DemoContext, admin: MemberActor, people: readonly MemberActor[]) {
  const { now, zone } = team
  const begin = now - 60 * day
  team.at(begin)
  await team.ctx.settings.update(admin, settings)
  await addSubstitute(team, people)
  const stays = await store.upkeep((tx) => writeStays(tx, team, people))

  const steps: { at: number; work: () => Promise<unknown> }[] = []
  const step: AddStep = (at, work) => void steps.push({ at, work })
  planWork(store, team, admin, people, step)
  const months = monthEnds(localDate(begin, zone), localDate(now - 10 * day, zone))
  for (const end of months) {
    const at = (instantOf(end.add({ days: 9 }).toString(), zone) ?? now) + 23 * hour
    step(at, () => closePeriod(team.ctx, admin, { name: `${end.year} 年 ${end.month} 月`, until: end.toString() }))
  }
  planCorrections(team, admin, stays, months.at(-1)?.toString() ?? '', step)

  for (const { at, work } of steps.toSorted((a, b) => a.at - b.at)) {
    team.at(at)
    await work()
  }
  await signInNow(team, people)
}

/** Other work that members add, and the weekly approval of what is over. */
function planWork(
  store: Store,
  { now, zone, ctx }: DemoContext,
  admin: MemberActor,
  people: readonly MemberActor[],
  step: AddStep,
): void {
  const evening = (daysAgo: number) => (instantOf(localDate(now - daysAgo * day, zone), zone) ?? now) + 21 * hour
  for (const [daysAgo, by, minutes, what, withWhom, refused] of otherWork) {
    const at = evening(daysAgo)
    step(at, async () => {
      const line = { date: localDate(at, zone), minutes, what, with: withWhom }
      const { id } = await addHourLine(ctx, itemAt(people, by), line)
      if (refused) await decideLines(ctx, admin, { ids: [id], state: 'refused', reason: refused })
    })
  }
  for (let daysAgo = 56; daysAgo > 0; daysAgo -= 7) {
    const until = localDate(now - (daysAgo + 1) * day, zone)
    step(evening(daysAgo) + hour, async () => {
      const open = await store.read((tx) => tx.hours.open(until))
      const ids = open.filter(({ state }) => state === 'proposed').map(({ id }) => id)
      if (ids.length > 0) await decideLines(ctx, admin, { ids })
    })
  }
}

/** A correction in a closed month, one in this month, and an objection that waits for an answer. */
function planCorrections(
  { now, zone, ctx }: DemoContext,
  admin: MemberActor,
  stays: Awaited<ReturnType<typeof writeStays>>,
  closed: string,
  step: AddStep,
): void {
  const early = stays.find(({ date, left }) => date <= closed && left < 0)
  if (early)
    step(now - 34 * hour, () =>
      correctHourLine(ctx, admin, { id: early.id, minutes: early.lasts, reason: '提前离开是去取配件，后来又回来了。' }),
    )
  const forgotten = stays.findLast(
    ({ date, how, until }) => date > closed && how === 'forgotten' && until < now - 31 * hour,
  )
  if (forgotten) {
    const leaving = wallClock(forgotten.until - 35 * minute, zone).slice(11, 16)
    step(now - 30 * hour, () =>
      correctHourLine(ctx, admin, { id: forgotten.id, leaving, reason: '当天提前走了，忘记签退。' }),
    )
  }
  const late = stays.findLast(({ date, late, until }) => date > closed && late > 15 && until < now - 29 * hour)
  if (late)
    step(now - 28 * hour, () =>
      objectToLine(ctx, late.actor, late.id, '早就到了，先帮人把洗衣机抬上楼，所以签到晚了。'),
    )
}

/** In one of the first weeks, one member substituted for another. */
async function addSubstitute(team: DemoContext, people: readonly MemberActor[]): Promise<void> {
  const { now, zone } = team
  const date = [45, 44].map((daysAgo) => localDate(now - daysAgo * day, zone)).find((one) => slotOn(one)) ?? ''
  const [, shift = 0, ...workers] = slotOn(date) ?? []
  const other = names.findIndex((_, place) => !workers.includes(place))
  team.at(now - 47 * day)
  const leave = { week: date, shift: String(shift), reason: '课程设计答辩', substitute: names[other] ?? '' }
  await askLeave(team.ctx, itemAt(people, workers.at(-1) ?? 0), leave)
}

type Tx = Parameters<Parameters<Store['upkeep']>[0]>[0]

/** Writes who was on the past shifts, and when they arrived and left. */
async function writeStays(tx: Tx, { ctx: { settings }, now, zone }: DemoContext, people: readonly MemberActor[]) {
  const begin = now - 60 * day
  const facts = dutyFactsOf(await loadDutyState(tx, now, localDate(begin, zone)), settings.current(), now)
  const ended = staffBetween(facts, begin, now)
  const idOf = (name: string) => itemAt(people, names.indexOf(name)).memberId
  await tx.shiftStaff.add(
    ended.flatMap(({ people: on, ...one }) => on.map((name) => ({ ...one, memberId: idOf(name) }))),
  )
  const stays = ended.flatMap((one) => one.people.map((name) => ({ ...one, name })))
  const written = []
  for (const [i, { date, shift, until, people: on, name }] of stays.entries()) {
    const attendance = attendances[(stays.length - 1 - i) % attendances.length] ?? 'missing'
    const from = shiftCalendar(facts).hoursOf(date, Number(shift))?.from
    if (from === undefined || attendance === 'missing') continue
    const [came, came_how, left, left_how] = attendance
    if (until + left * minute > now) continue
    const line: NewHourLine = {
      ...{ member_id: idOf(name), kind: 'shift', date, counts_on: date, shift, shift_from: from, shift_until: until },
      ...{ came_at: from + came * minute, came_how, left_at: until + left * minute, left_how },
      standing: rosterStanding(facts, { shift, date, from, until, people: on }, name),
      ...{ state: 'proposed', created_at: from + came * minute },
    }
    const id = await tx.hours.add(line)
    const actor = itemAt(people, names.indexOf(name))
    written.push({ id, actor, date, until, late: came, left, how: left_how, lasts: (until - from) / minute })
  }
  return written
}

/** The last day of each month between two dates. */
function monthEnds(from: string, until: string): Temporal.PlainDate[] {
  const ends = []
  let end = Temporal.PlainDate.from(from)
  end = end.with({ day: end.daysInMonth })
  for (; end.toString() <= until; end = end.add({ days: 1 }).add({ months: 1 }).subtract({ days: 1 })) ends.push(end)
  return ends
}

/** The members of the current shift have signed in. */
async function signInNow(team: DemoContext, people: readonly MemberActor[]): Promise<void> {
  const { now, zone } = team
  team.at(now)
  const { shifts } = await membersHere(team.ctx, itemAt(people, 0))
  for (const { shift, from } of shifts) {
    const begin = instantOf(from.slice(0, 16).replace('T', ' '), zone) ?? now
    const on = slotOn(localDate(begin, zone), Number(shift))?.slice(2) ?? []
    for (const [i, place] of on.entries()) {
      const at = begin + (4 * i - 6) * minute
      if (at > now) continue
      team.at(at)
      await signIn(team.ctx, itemAt(people, place), { shift })
    }
  }
}
