import { type Status, statusMeaning } from '../codes.ts'
import { isHidden, type ReviewKind } from '../content/content.ts'
import type { VisitState } from '../counter/counter.ts'
import type { CustodyStep } from '../counter/custody-fields.ts'
import type { ImportKind } from '../imports/import-fields.ts'
import type { DayDeed, MemberField, Phrases } from '../phrases.ts'
import type { BookingState, HelperState } from '../repair-days/day-states.ts'
import { codeWords } from './codes-zh_CN.ts'
import { dateTags, formatDate, spaced } from './dates.ts'
import { type LogFacts, type LogWords, without } from './log-sentences.ts'
import { wayText } from './login-ways.ts'
import { outcomes } from './outcomes-zh_CN.ts'
import { loginWays, settingWords } from './setting-names-zh_CN.ts'
import { type SettingChange, settingChanges } from './setting-text.ts'

const statusName = (code: Status) => codeWords.status[statusMeaning(code).name]

const hoursOf = (people: readonly string[]) => (people.length === 0 ? '' : ` ${people.join('、')} 的`)
const dates = new Intl.DateTimeFormat(dateTags.zh_CN, { dateStyle: 'long', timeZone: 'UTC' })
/** A leave may name a week in the member's own words. */
const day = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(dates, Date.parse(text)) : text)
const shift = (name: string) => (name === 'others' ? '特殊值班' : `第 ${name} 班`)
/** Both are empty if the member's words name no day. */
const shiftOf = ({ when, shift: name }: { when: string; shift: string }) =>
  name === ''
    ? '某一班'
    : when === ''
      ? shift(name)
      : `${day(when)}${/\p{Script=Han}$/u.test(day(when)) ? '' : ' '}${shift(name)}`
const between = (from: string, until: string) => spaced(`${day(from) || '最早'}到${day(until) || '现在'}`)
const time = (minutes: number) =>
  [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)} 小时`] : []),
    ...(minutes % 60 || minutes < 60 ? [`${minutes % 60} 分钟`] : []),
  ].join(' ')

const custody: Record<CustodyStep, (device: string) => string> = {
  received: (device) => `收下了 ${device} 的设备`,
  shelved: (device) => `把 ${device} 的设备放上了货架`,
  bench: (device) => `把 ${device} 的设备拿到了维修台`,
  colleague: (device) => `把 ${device} 的设备交给了队员`,
  workshop: (device) => `把 ${device} 的设备送到外面维修`,
  returned: (device) => `交还了 ${device} 的设备`,
  not_returned: (device) => `撤销了 ${device} 的交还`,
}
const visits: Record<VisitState, (number: string) => string> = {
  waiting: (number) => `让 ${number} 排队等待`,
  called: (number) => `叫了 ${number}`,
  served: (number) => `开始接待 ${number}`,
  skipped: (number) => `跳过了 ${number}`,
  gone: (number) => `记录了 ${number} 已离开`,
}
const bookings: Record<BookingState, (ticket: string, date: string) => string> = {
  booked: (ticket, date) => `为 ${ticket} 预约了 ${date}的维修日`,
  waiting: (ticket, date) => `让 ${ticket} 候补 ${date}的维修日`,
  offered: (ticket, date) => `把 ${date}维修日的空位留给了 ${ticket}`,
  arrived: (ticket, date) => `为 ${ticket} 来到了 ${date}的维修日`,
  missed: (ticket, date) => `记录了 ${ticket} 的报修人没有来 ${date}的维修日`,
  cancelled: (ticket, date) => `取消了 ${ticket} 在 ${date}维修日的预约`,
  declined: (ticket, date) => `放弃了 ${date}维修日的空位（${ticket}）`,
  lapsed: (ticket, date) => `把 ${ticket} 移出了 ${date}维修日的候补`,
}
const helpers: Record<HelperState, (name: string, date: string) => string> = {
  signed: (name, date) => `登记 ${name} 为 ${date}维修日的帮手`,
  waiting: (name, date) => `把 ${name} 加入了 ${date}维修日帮手的候补`,
  asked: (name, date) => `询问了 ${name} 能否在 ${date}的维修日帮忙`,
  declined: (name, date) => `记录 ${name} 不在 ${date}的维修日帮忙`,
  lapsed: (name, date) => `记录 ${name} 没有答复 ${date}维修日的询问`,
  off: (name, date) => `把 ${name} 从 ${date}维修日的帮手中移出`,
}
const dayDeeds: Record<DayDeed, string> = {
  created: '新建',
  changed: '修改',
  announced: '发布',
  cancelled: '取消',
  closed: '提前结束',
  deleted: '删除',
}
const imports: Record<ImportKind, string> = {
  tickets: '工单',
  members: '队员',
  roster: '排班表',
  ords: '开放维修数据',
}
const reviewed: Record<ReviewKind, string> = {
  ticket: '文字',
  note: '留言',
  rating: '评价文字',
  feedback: '反馈',
  owner: '姓名',
  name: '姓名',
  picture: '图片',
}
export const memberFields: Record<MemberField, string> = {
  name: '姓名',
  phone: '电话',
  stuid: '学号',
  passwd: '密码',
  avatar: '头像',
  code: '邀请码',
  class: '班级',
  college: '学院',
}

function ticket({ who, byPerson, id, did, before, after, one }: LogFacts<'ticket'>): string {
  const withNote = one.note === undefined ? '' : `，并附${one.note === 2 ? '内部备注' : '留言'}`
  const [gone] = without(before?.workers, after?.workers)
  const joined = without(after?.workers, before?.workers)
  const sentences: { readonly [D in typeof did]?: string } = {
    create: `提交了 #${id}`,
    pick: `接了 #${id}${withNote}`,
    assign: `让 ${joined.join('、')} 一起负责 #${id}`,
    drop: !byPerson
      ? `把 #${id} 退回了队列`
      : gone === undefined || gone === who
        ? `不再负责 #${id}`
        : `把 ${gone} 移出了 #${id}`,
    retrieve: `确认 #${id} 已取回`,
    update: `撤销了 #${id} 的交还`,
  }
  const moved = before && before.status !== one.status
  const to = moved ? `从“${statusName(before.status)}”改为“${statusName(one.status)}”` : '改了'
  return `${who} ${sentences[did] ?? `把 #${id} 的状态${to}${withNote}`}`
}

function member({ who, before, after, one }: LogFacts<'member'>): string {
  const name = before?.name ?? one.name
  const fields = one.fields.filter((field) => field !== 'name').map((field) => memberFields[field])
  const parts = [
    ...(after && before && after.name !== before.name ? [`把 ${before.name} 改名为 ${after.name}`] : []),
    ...(after?.admin === undefined ? [] : [after.admin ? `把 ${name} 设为管理员` : `取消了 ${name} 的管理员身份`]),
    ...(after?.active === undefined ? [] : [after.active ? `把 ${name} 恢复为队员` : `把 ${name} 移出了团队`]),
    ...(fields.length === 0 ? [] : [`更新了${name === who ? '自己' : ` ${name} `}的${fields.join('、')}`]),
  ]
  return `${who} ${parts.join('，') || `修改了 ${name} 的资料`}`
}

function setting({ name, removed, added }: SettingChange): string {
  if (removed === added) return `“${name}”`
  if (removed && added) return `“${name}”从“${removed}”改为“${added}”`
  return removed ? `“${name}”去掉了“${removed}”` : `“${name}”增加了“${added}”`
}

function settings({ who, before, one }: LogFacts<'settings'>): string {
  const changes = settingChanges(settingWords, before?.values ?? {}, one.values, day)
  return `${who} 修改了设置：${changes.map(setting).join('；')}`
}

function duty({ duty: name, count, place, time: when, reason }: Phrases['situation']): string {
  const state = name === 'off' ? '暂停值班' : name === '0' ? '值班结束' : shift(name)
  const people = count === null || name === 'off' || name === '0' ? '' : `${count} 人`
  return [state, when, place, people, reason].filter(Boolean).join('，')
}

function leave({ who, did, one }: LogFacts<'leave'>): string {
  const sentences: { readonly [D in typeof did]?: string } = {
    ask_leave: `${spaced(`请了${shiftOf(one)}的假`)}${one.substitute && `，由 ${one.substitute} 代班`}`,
    delete: spaced(`取消了${shiftOf(one)}的请假`),
  }
  return `${who} ${sentences[did] ?? spaced(`为${shiftOf(one)}代班`)}`
}

const rosterDeeds: { readonly [Deed in LogFacts<'roster'>['did']]?: string } = { create: '新建了', delete: '删除了' }

function roster({ who, did, before, after, one }: LogFacts<'roster'>): string {
  const isActivated = did === 'update' && after?.current && before?.name !== after.name
  const deed = isActivated ? '启用了' : (rosterDeeds[did] ?? '修改了')
  const old = isActivated && before ? `，代替“${before.name}”` : ''
  return `${who} ${deed}排班表“${one.name}”（${one.slots} 个班次）${old}`
}

export const logWords: LogWords = {
  service: '系统',
  stop: '。',
  sentences: {
    logged_in: ({ who, one }) => `${who} 登录了（${wayText(loginWays, one.with)}）`,
    logged_out: ({ who }) => `${who} 退出了登录`,
    approved: ({ who }) => `${who} 允许另一台设备登录`,
    merged: ({ who }) => `${who} 把访客身份的工单转到了账号`,
    profile: ({ who, on, id, one }) =>
      `${who} 修改了${on === 'ticket' ? ` #${id} 上` : '自己账号'}的${one.fields.map((field) => memberFields[field]).join('和')}`,
    language: ({ who, before, one }) =>
      `${who} 把语言${before ? `从${settingWords.langs[before.lang]}` : ''}改为${settingWords.langs[one.lang]}`,
    feedback: ({ who }) => `${who} 写了反馈`,
    member_logged_in: ({ who, one }) => `${who} 以队员身份登录（${wayText(loginWays, one.with)}）`,
    member_logged_out: ({ who }) => `${who} 退出了队员身份`,
    member,
    factor: ({ who, one }) =>
      `${who} ${one.on ? '开启' : '关闭'}了${one.name === who ? '' : ` ${one.name} 的`}两步验证`,
    invited: ({ who, one }) => `${who} 邀请了 ${one.name}${one.admin ? '（管理员）' : ''}`,
    settings,
    erased: ({ who, byPerson }) => (byPerson ? `${who} 清除了自己的个人数据` : `${who} 清除了一位用户的个人数据`),
    situation: ({ who, before, after, one }) =>
      after
        ? `${who} 把值班状态${before ? `从“${duty(before)}”` : ''}改为“${duty(after)}”`
        : `${who} 取消了“${duty(one)}”`,
    head_count: ({ who, before, one }) =>
      `${who} 把值班人数${before ? `从 ${before.count} 人` : ''}改为 ${one.count} 人`,
    roster,
    leave,
    conclusion: ({ who, before, one }) => `${who} ${spaced(`${before ? '修改' : '写'}了${shiftOf(one)}的值班小结`)}`,
    feed: ({ who, after }) => `${who} ${after ? '订阅' : '退订'}了值班日历`,
    ticket,
    comment: ({ who, id, one }) => `${who} 在 #${id} 写了${one.type === 2 ? '内部备注' : '留言'}`,
    forwarded: ({ who, id }) => `${who} 把 #${id} 转发到外部工单系统`,
    forwarded_again: ({ who, id }) => `${who} 再次尝试转发 #${id}`,
    exported: ({ who, one }) => `${who} 导出了${between(one.from, one.until)}的工单`,
    placed: ({ who, id, one }) => `${who} ${custody[one.what](`#${id}`)}`,
    tagged: ({ who, id, one }) => `${who} 给 #${id} 系上了标签 ${one.tag}`,
    queued: ({ who, id, one }) => `${who} ${visits[one.state](one.number)}（#${id}）`,
    booked: ({ who, id, one }) => `${who} ${bookings[one.state](`#${id}`, day(one.date))}`,
    repair_day: ({ who, one }) => `${who} ${dayDeeds[one.deed]}了 ${day(one.date)}的维修日“${one.title}”`,
    day_exported: ({ who, one }) => `${who} 导出了 ${day(one.date)}的维修日“${one.title}”的名单`,
    helped: ({ who, one }) => `${who} ${helpers[one.state](one.name, day(one.date))}`,
    day_task: ({ who, one }) => `${who} ${one.done ? '完成' : '重新打开'}了 ${day(one.date)}维修日的一项准备`,
    receipt: ({ who, id, one }) => `${who} ${one.made ? '开了' : '作废了'} #${id} 的取件单`,
    adopted: ({ who, id }) => `${who} 把 #${id} 加到了自己的账号`,
    stocktake: ({ who, one }) => `${who} 完成了盘点：在 ${one.there} 件，缺 ${one.missing} 件，多 ${one.stray} 件`,
    kiosk: ({ who, one }) => `${who} ${one.open ? '打开了自助登记' : '关闭了所有自助登记'}`,
    signed: ({ who, one }) =>
      `${who} ${one.name === who ? '' : `为 ${one.name} `}${one.out ? '签退' : '签到'}：${shift(one.shift)}`,
    hour_line: ({ who, did, one }) =>
      `${who} ${did === 'create' ? '添加' : '更正'}了${one.name === who ? '自己' : ` ${one.name} `}在 ${day(one.date)} 的时长：${time(one.minutes)}${one.state === 'proposed' ? '，待审核' : ''}`,
    hours_decided: ({ who, people, one }) =>
      `${who} ${one.state === 'refused' ? '未通过' : '通过了'}${hoursOf(people)} ${one.ids.length} 条时长记录${one.own ? `（其中 ${one.own} 条是自己的）` : ''}`,
    objection: ({ who, one }) => `${who} 对 ${day(one.date)} 的时长提出了异议`,
    objection_answered: ({ who, people, one }) =>
      `${who} 答复了对${hoursOf(people)} ${day(one.date)} 时长的异议，记录不变`,
    period: ({ who, one }) =>
      `${who} 结算了周期“${one.name}”，截至 ${day(one.until)}：${one.lines} 条，${time(one.minutes)}`,
    certificate: ({ who }) => `${who} 开了时长证明`,
    hours_exported: ({ who, one }) => `${who} 导出了${between(one.from, one.until)}的时长`,
    board_token: ({ who, one }) => `${who} ${one.made ? '设置' : '停用'}了签到看板`,
    outcome: ({ who, id, one }) =>
      one.outcome === ''
        ? `${who} 清空了 #${id} 的维修结果`
        : `${who} 把 #${id} 的维修结果定为“${outcomes[one.outcome]}”`,
    rated: ({ who, id, one }) => `${who} 给 #${id} 评了 ${one.stars} 星（满分 5 星）`,
    joined: ({ who, id, one }) =>
      one.undone ? `${who} 撤销了 #${one.from} 与 #${id} 的合并` : `${who} 把 #${one.from} 合并到 #${id}`,
    imported: ({ who, one }) => `${who} 导入了${imports[one.what]}：${one.rows} 行`,
    import_undone: ({ who, one }) =>
      `${who} 撤销了导入的${imports[one.what]}：删除 ${one.rows} 行，保留 ${one.kept} 行`,
    ords_exported: ({ who, one }) => `${who} 导出了${between(one.from, one.until)}的开放数据：${one.rows} 条维修`,
    picture_checked: ({ on, id, one }) =>
      `内容检查${one.shown ? '通过' : '移除'}了${on === 'ticket' ? ` #${id} 的` : '队员的'}图片`,
    looked: ({ who, on, id, one }) =>
      `${who} 审核了${on === 'ticket' ? ` #${id} 的` : ''}${reviewed[one.what]}：${one.fine ? '没有问题' : isHidden(one.what) ? '已隐藏' : '已移除'}`,
  },
}
