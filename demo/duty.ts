import { day, hour, instantOf, localDate } from '#kit/time.ts'
import { writeConclusion } from '#service/duty/conclusions.ts'
import { askLeave } from '#service/duty/leaves.ts'
import { createRoster } from '#service/duty/rosters.ts'
import { inviteMember, reinviteMember } from '#service/people/member-admin.ts'
import { logInAsMember } from '#service/people/members.ts'
import type { Actor, MemberActor } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'

const timetable = [
  { shift: 1, from: '09:00', until: '12:00' },
  { shift: 2, from: '14:00', until: '17:00' },
  { shift: 3, from: '18:30', until: '21:00' },
  { shift: 2, from: '13:00', until: '16:00', weekday: 6 },
]

export const demoMembers = ['王一鸣', '李若彤', '赵子轩', 'Daniel Brooks', '孙悦', '吴桐', '郑凯']
const classes = [
  { class: '自动化 2402', college: '电气学院' },
  { class: '计算机 2401', college: '信息学院' },
  { class: '机械 2403', college: '机械学院' },
  { class: 'Electronics 2401', college: 'International College' },
  { class: '软件 2402', college: '信息学院' },
  { class: '材料 2401', college: '材料学院' },
  { class: '电气 2404', college: '电气学院' },
]

/** The roster, by places in the list of members; the first one leads. */
const thisTerm: readonly [weekday: number, shift: number, ...people: number[]][] = [
  [1, 1, 0, 1],
  [1, 2, 2, 3, 4],
  [1, 3, 5, 6],
  [2, 2, 1, 5],
  [2, 3, 0, 2],
  [3, 1, 4, 6],
  [3, 2, 3, 0, 5],
  [4, 2, 2, 1],
  [4, 3, 6, 4, 3],
  [5, 1, 5, 0],
  [5, 2, 1, 6, 2],
  [6, 2, 3, 4],
]
const lastTerm: typeof thisTerm = [
  [1, 2, 0, 2],
  [2, 2, 1, 4],
  [3, 2, 0, 4],
  [4, 2, 2, 1],
  [5, 2, 4, 0],
]

const summaries = [
  '收到 4 件：两台风扇、一台热水壶、一台笔记本。风扇已修好并通知取回，热水壶缺温控器，已下单。',
  'Quiet evening: one laptop with a worn-out fan, cleaned and back to its owner. The multimeter needs a new battery.',
  '台灯三盏，全部当场修好。排队的人较多，建议周五第二班再加一个人。',
  '等配件的工单已逐个联系，两位同学下周来取。工作台已整理，电烙铁头需要补货。',
]

/** The parts of the demo team; `at` moves its clock. */
export interface DemoContext {
  readonly ctx: Ctx
  readonly now: number
  readonly zone: string
  at(instant: number): void
  login(code: string): Promise<Actor>
}

/** The team and its duty: its members, its hours, last term and this one. */
export async function fillDuty(team: DemoContext): Promise<{ admin: MemberActor; people: MemberActor[] }> {
  const { now, zone } = team
  team.at(now - 150 * day)
  // The code of the first start logs in as this administrator.
  const { id } = await inviteMember(team.ctx, undefined, { name: '陈思远', admin: true })
  const admin: MemberActor = { ...(await team.login('demo-admin')), role: 'admin', memberId: id }
  const people = await join(team, admin)
  const place = { name: { zh_CN: '学生活动中心 105', en_US: 'Student Centre, room 105' }, map: '' }
  const boardText = { zh_CN: '取件请带好校园卡', en_US: 'Please bring your card when you collect' }
  const openData = { provider: 'Campus Repair', group: '校园义务维修队', country: 'CHN', impact: true }
  await team.ctx.settings.update(admin, { teamName: '校园义务维修队', place, boardText, timetable, openData })
  await createRoster(team.ctx, admin, { name: '上学期', sheet: sheetOf(lastTerm) })
  team.at(now - 60 * day)
  await createRoster(team.ctx, admin, { name: '本学期', sheet: sheetOf(thisTerm) })
  const inDays = (days: number) => localDate(now + days * day, zone)
  const exams = { from: inDays(40), until: inDays(53), name: '期末考试' }
  await team.ctx.settings.update(admin, { closedDays: [exams], minimumPerShift: 2 })
  return { admin, people }
}

/** The summaries of the last shifts, and leaves for the next ones. */
export async function fillConclusions(team: DemoContext, people: readonly MemberActor[]): Promise<void> {
  await conclude(team, people)
  await takeLeave(team, people)
  await renewLogins(team, people)
}

async function join(team: DemoContext, admin: MemberActor): Promise<MemberActor[]> {
  const people: MemberActor[] = []
  for (const [i, name] of demoMembers.entries()) {
    const stuid = `2024${String(i + 1).padStart(4, '0')}`
    const { id, code } = await inviteMember(team.ctx, admin, { name, stuid, ...classes[i] })
    const actor = await team.login(`demo-member-${i + 1}`)
    await logInAsMember(team.ctx, actor, { code })
    people.push({ ...actor, role: 'member', memberId: id })
  }
  return people
}

/** Makes recent logins, so that the demo logins need no further code. */
async function renewLogins(team: DemoContext, people: readonly MemberActor[]): Promise<void> {
  team.at(team.now)
  for (const [i, { memberId }] of people.entries()) {
    const { code } = await reinviteMember(team.ctx, undefined, memberId)
    await logInAsMember(team.ctx, await team.login(`demo-member-${i + 1}`), { code })
  }
}

/** The leader of each past shift wrote a conclusion in the evening. */
async function conclude(team: DemoContext, people: readonly MemberActor[]): Promise<void> {
  const { now, zone } = team
  for (const [i, conclusion] of summaries.entries()) {
    const date = localDate(now - (summaries.length - i) * 2 * day, zone)
    const [, shift = 0, leader = 0] = slotOn(date) ?? []
    const author = people[leader]
    if (shift === 0 || !author) continue
    team.at((instantOf(date, zone) ?? now) + 22 * hour)
    await writeConclusion(team.ctx, author, { week: date, shift: String(shift), conclusion })
  }
}

/** One leave with a substitute, and one without. */
async function takeLeave(team: DemoContext, people: readonly MemberActor[]): Promise<void> {
  const { now, zone } = team
  team.at(now - 5 * hour)
  const ahead = [2, 3, 4, 5, 6, 7, 8].map((days) => localDate(now + days * day, zone)).filter((date) => slotOn(date))
  const requests = [
    { reason: '校外实习面试，已和同学说好。', substitute: true },
    { reason: 'Train home for my sister’s wedding.', substitute: false },
  ]
  for (const [i, { reason, substitute }] of requests.entries()) {
    const week = ahead[i * 2] ?? ''
    const [, shift = 0, ...workers] = slotOn(week) ?? []
    const [away = 0] = workers.slice(-1)
    const other = demoMembers.findIndex((_, place) => !workers.includes(place))
    const who = people[away]
    const named = substitute ? { substitute: demoMembers[other] ?? '' } : {}
    if (who) await askLeave(team.ctx, who, { week, shift: String(shift), reason, ...named })
  }
}

/** The members on a date, in its first shift or in this one. */
export function slotOn(date: string, number?: number): (typeof thisTerm)[number] | undefined {
  const { dayOfWeek } = Temporal.PlainDate.from(date)
  return thisTerm.find(([weekday, shift]) => weekday === dayOfWeek && (number ?? shift) === shift)
}

function sheetOf(slots: typeof thisTerm) {
  return slots.map(([weekday, shift, ...places]) => {
    const workers = places.map((place) => demoMembers[place] ?? '')
    return { weekday, shift, workers, leader: workers[0] ?? '' }
  })
}
