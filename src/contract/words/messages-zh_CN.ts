import type {
  CollectableTicket,
  MessageShiftTime,
  MessageTicket,
  UnderstaffedShift,
} from '../messages/message-facts.ts'
import { benchName } from './bench.ts'
import { spaced } from './dates.ts'
import type { MessageWords } from './words.ts'

const days = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

function dayOf(date: string): string {
  const { dayOfWeek, day, month } = Temporal.PlainDate.from(date)
  return `${month} 月 ${day} 日 ${days[dayOfWeek - 1]}`
}
const time = ({ date, from, until }: MessageShiftTime) => `${dayOf(date)} ${from}–${until}`
const ticket = ({ number, device }: MessageTicket) => `#${number}（${device}）`
const at = (place: string) => (place === '' ? '' : `，地点：${place}`)

function collect({ place, next }: CollectableTicket, please = '可以来取了'): string {
  const where = place === '' ? please : `${please}（${place}）`
  return next ? `${where}。下次开放：${time(next)}。` : `${where}，请在开放时间来。`
}
const missing = ({ people, wanted }: UnderstaffedShift) =>
  people === 0 ? '目前没有人。' : `目前只有 ${people} 人，需要 ${wanted} 人。`

export const messageWords: MessageWords = {
  told: {
    comment: (facts) => ({
      subject: `${spaced(`${facts.by}给你留言了`)}：${ticket(facts)}`,
      text: `关于 ${ticket(facts)}，${spaced(`${facts.by}给你留言`)}：\n\n${facts.text || '（图片）'}`,
    }),
    answered: (facts) => ({
      subject: `${spaced(`${facts.by}回复了`)}：${ticket(facts)}`,
      text: `关于 ${ticket(facts)}，${spaced(`${facts.by}回复`)}：\n\n${facts.text || '（图片）'}`,
    }),
    waiting: (facts) => ({
      subject: `维修暂停：${ticket(facts)}`,
      text: `${ticket(facts)}的维修暂停了：在等配件，或者等你答复。详情请看工单。`,
    }),
    ready: (facts) => ({
      subject: `修好了，可以来取：${ticket(facts)}`,
      text: `${ticket(facts)}修好了，${collect(facts)}取的时候，请出示工单上的取件码。`,
    }),
    unrepairable: (facts) => ({
      subject: `没能修好，请来取回：${ticket(facts)}`,
      text: `很抱歉，${ticket(facts)}没能修好，${collect(facts)}`,
    }),
    uncollected: (facts) => ({
      subject: `还在等你来取：${ticket(facts)}`,
      text: `${ticket(facts)}已经等你 ${facts.days} 天了，${collect(facts, '记得来取')}`,
    }),
    collected: (facts) => ({
      subject: `已取回：${ticket(facts)}`,
      text: `${ticket(facts)}已被取走。如果不是你取的，请告诉我们。`,
    }),
    merged: (facts) => ({
      subject: `你的两张工单已合并：${ticket(facts)}`,
      text: `你的工单 #${facts.from} 已并入 ${ticket(facts)}，之前的记录都在那里。`,
    }),
    idle: (facts) => ({
      subject: `${ticket(facts)}没有进展`,
      text: `你负责的 ${ticket(facts)}已经 ${facts.days} 天没有进展。请写一下进度，或者退回队列。一周后其他队员又可以接单。`,
    }),
    idle_team: (facts) => ({
      subject: `${ticket(facts)}没有进展`,
      text: `${ticket(facts)}已经 ${facts.days} 天没有进展，已经提醒过负责人。过几天其他队员又可以接单。`,
    }),
    called: (facts) => ({
      subject: `${facts.turn} 号，轮到你了`,
      text: spaced(
        `${facts.turn}号，轮到你了。请带着${facts.device}来${benchName('zh_CN', facts.bench) || '维修台'}。`,
      ),
    }),
    soon: (facts) => ({
      subject: `${facts.turn} 号，前面还有 ${facts.ahead} 人`,
      text: spaced(`${facts.turn}号，前面还有${facts.ahead}人。请带着${facts.device}回来排队。`),
    }),
    booking_tomorrow: (facts) => ({
      subject: `明天 ${facts.from} 维修日：${ticket(facts)}`,
      text: `${facts.title}：请在明天（${time(facts)}）带着 ${ticket(facts)}和所有配套的东西来${at(facts.place)}。如果不能来，请取消预约，把名额留给别人。`,
    }),
    place_offered: (facts) => ({
      subject: `有空位留给你：${time(facts)}`,
      text: `${facts.title}：${time(facts)} 有一个空位留给 ${ticket(facts)}${at(facts.place)}。为你保留到 ${dayOf(facts.keptDate)} ${facts.keptUntil}，请在工单上确认或放弃。`,
    }),
    day_changed: (facts) => ({
      subject: facts.off ? `已取消：${facts.title}` : `有变动：${facts.title}，${time(facts)}`,
      text: facts.off
        ? `很抱歉，${facts.title}（${time(facts)}）的安排已取消，${ticket(facts)}的预约也取消了。`
        : `${facts.title}改到 ${time(facts)}${at(facts.place)}，${ticket(facts)}的预约随之改期。如果不能来，请取消预约。`,
    }),
    added: (facts) => ({ subject: `你已加入 ${ticket(facts)}`, text: `队员把你加进了 ${ticket(facts)}。` }),
    new_ticket: (facts) => ({
      subject: `新报修：${ticket(facts)}`,
      text: `你值班时来了新报修：${ticket(facts)}，可以接单。`,
    }),
    help_tomorrow: (facts) => ({
      subject: `明天 ${facts.from} 你来帮忙：${facts.title}`,
      text: `${facts.title}：你明天来帮忙（${time(facts)}）${at(facts.place)}。岗位：${facts.role}。如果不能来，请告诉管理员。`,
    }),
    help_asked: (facts) => ({
      subject: `你能来帮忙吗？${facts.title}，${time(facts)}`,
      text: `${facts.title}（${time(facts)}）${at(facts.place)}：现在需要你来当帮手。岗位：${facts.role}。为你保留到 ${dayOf(facts.keptDate)} ${facts.keptUntil}，请答复来或不来。`,
    }),
    help_changed: (facts) => ({
      subject: facts.off ? `不用来帮忙了：${facts.title}已取消` : `${facts.title}时间调整为 ${time(facts)}`,
      text: facts.off
        ? `你报名帮忙的${facts.title}（${time(facts)}）已取消。`
        : `你报名帮忙的${facts.title}时间调整为 ${time(facts)}${at(facts.place)}。如果到时不能来，请退出报名。`,
    }),
    task_due: (facts) => ({
      subject: `${dayOf(facts.due)}前要准备：${facts.task}`,
      text: `${facts.title}有一项准备要在 ${dayOf(facts.due)}前完成：${facts.task}。做完后请勾掉。`,
    }),
    help_gap: (facts) => ({
      subject: `还缺帮手：${facts.title}，${time(facts)}`,
      text: `${facts.title}（${time(facts)}）还缺帮手：${facts.gaps.map(({ role, missing: count }) => `${role} ${count} 人`).join('，')}。`,
    }),
    shift_tomorrow: (facts) => ({
      subject: `明天 ${facts.from} 你值班`,
      text: `明天你值第 ${facts.shift} 班：${time(facts)}${at(facts.place)}。`,
    }),
    shift_soon: (facts) => ({
      subject: `你 ${facts.from} 开始值班`,
      text: `第 ${facts.shift} 班 ${facts.from} 开始${at(facts.place)}。`,
    }),
    shift_gap: (facts) => ({
      subject: `你的班次缺人：${time(facts)}`,
      text: `你的第 ${facts.shift} 班（${time(facts)}）人手不够。${missing(facts)}`,
    }),
    gap: (facts) => ({
      subject: `班次缺人：${time(facts)}`,
      text: `第 ${facts.shift} 班（${time(facts)}）人手不够。${missing(facts)}`,
    }),
    summary: (facts) => ({
      subject: '上一班留给你的值班小结',
      text: `第 ${facts.shift} 班开始了。上一班写道：\n\n${facts.text}`,
    }),
    offer: (facts) => ({
      subject: `谁能代班？${time(facts)}`,
      text: spaced(`${facts.name}来不了第 ${facts.shift} 班（${time(facts)}），你可以代班吗？`),
    }),
    place_taken: (facts) => ({
      subject: spaced(`${facts.name}为你代班：${time(facts)}`),
      text: spaced(`${facts.name}为你代第 ${facts.shift} 班（${time(facts)}）。`),
    }),
    feedback: () => ({ subject: '收到新反馈', text: '有人给团队提了反馈。' }),
    external: () => ({
      subject: '工单转发失败',
      text: '外部工单系统没有接收转发的工单。是哪些工单、什么原因，请看“管理 → 转发”。',
    }),
    upkeep: ({ what }) => ({
      subject: what === 'backup' ? '备份失败' : '数据库可能已损坏',
      text:
        what === 'backup'
          ? '夜间备份失败，原因见服务日志。'
          : '检查发现数据库已损坏，服务已停止写入。服务日志里有恢复上次备份的命令。',
    }),
    channel: ({ channel }) => ({
      subject: `消息送不到：${channels[channel]}`,
      text: `${channels[channel]}的消息送不到，原因请看“管理 → 消息”。`,
    }),
    duty: ({ open, until, place, reason }) => ({
      subject: open ? '开放中' : '现在休息',
      text: open ? `开放中${until && `，${until} 结束`}${at(place)}。` : `现在休息。${reason}`,
    }),
    digest: (facts) => ({ subject: `今天，${dayOf(facts.date)}`, text: digest(facts) }),
    test: () => ({ subject: '测试消息', text: '这是一条测试消息。看到它，就说明能收到消息。' }),
  },
  chat: {
    new_ticket: (facts) => `新报修：${ticket(facts)}`,
    ready: (facts) => `可以取回：${ticket(facts)}`,
    gap: (facts) => `缺人：第 ${facts.shift} 班，${time(facts)}（${facts.people}/${facts.wanted} 人）`,
    duty: ({ open, until, place, reason }) =>
      open ? `开放中${until && `，${until} 结束`}${at(place)}` : `现在休息${reason && `：${reason}`}`,
    digest: (facts) => `早上好！${digest(facts)}`,
    test: () => '这是一条测试消息。看到它，就说明能收到消息。',
  },
  several: (subject, more) => `${subject}，另有 ${more} 条`,
  from: (team) => team || 'Fettle',
  link: (name, address) => `${name}：${address}`,
  open: {
    portal: '打开首页',
    desk: '打开工作台',
    shifts: '查看班次',
    repairDays: '查看维修日',
    console: '打开管理页面',
    rosters: '查看排班表',
    planner: '查看维修日',
    feedback: '查看反馈',
    forwarding: '查看转发',
  },
  openTicket: (number) => `查看工单 #${number}`,
  why: (team) => spaced(`你收到这封邮件，是因为你在${team || '这里'}报修或值班。`),
  choose: '设置通知方式',
  stop: '不再接收邮件',
  stopping: {
    title: '不再接收邮件？',
    ask: '确认后，维修和值班的消息都不会再发到你的邮箱；登录验证码照常发送。',
    done: '停发邮件',
    after: '已经停发，不会再有邮件。随时可以在“我的”页面改回来。',
  },
  agreeing: {
    subject: (team) => `${team && `${team}：`}要用邮件通知你吗？`,
    text: (link, team) =>
      `${spaced(`有人在${team || '维修队'}留了这个邮箱`)}，希望修好后收到通知。如果是你本人，请打开这个页面，点一下按钮：\n\n${link}\n\n链接 7 天内有效。如果不是你，请忽略这封邮件，我们不会再发。`,
    title: '要用邮件通知你吗？',
    ask: '设备修好了，或者有事要问你时，我们会发邮件到这个邮箱。',
    button: '好，请通知我',
    done: '我们会发邮件通知你',
    after: '设备有消息时，我们会发邮件到这个邮箱。每封邮件里都有停发的链接。',
    over: '这个链接已过期，或者之后又发过新的。可以在取件单页面上重新填写邮箱。',
  },
  address: {
    subject: (code, team) => `${team && `【${team}】`}确认邮箱的验证码：${code}`,
    text: (code, minutes, team) =>
      `${spaced(`要用这个邮箱接收${team || 'Fettle'}的消息`)}，请在页面上输入：\n\n${code}\n\n${minutes} 分钟内有效，只能用一次。如果不是你本人操作，请忽略这封邮件，我们不会再发。`,
  },
  channels: {
    mail: '邮件',
    wechat: '微信',
    push: '浏览器通知',
    wecom: '企业微信',
    feishu: '飞书',
    dingtalk: '钉钉',
    slack: 'Slack',
    matrix: 'Matrix',
    webhook: 'Webhook',
  },
  troubles: {
    unreachable: ({ reason }) => `连接不上（${reason}）。`,
    private_address: () => '地址属于本机或内网，不允许访问。',
    slow: ({ seconds }) => `${seconds} 秒内没有响应。`,
    cut: () => '没等到完整的响应，连接就断了。',
    redirected: () => '对方要求跳转到另一个地址，系统不会跟随。',
    too_long: () => '响应过长，地址是否正确？',
    not_understood: () => '看不懂响应，地址是否正确？',
    credentials: () => '对方拒绝了我们，请检查配置里的密钥或令牌。',
    misconfigured: ({ setting }) => `${setting} 与对方那里的不符。`,
    busy: () => '对方太忙，要求稍后再来。',
    failing: ({ status }) => `对方内部出错（${status}）。`,
    refused: ({ status }) => `对方不接受我们发的内容（${status}）。`,
    closed: () => '对方不再接收。',
    missing_there: () => '消息所说的内容已不存在。',
    unwritable: ({ reason }) => `文件写不进去（${reason}）。`,
    address_gone: () => '地址已失效。',
    no_consent: () => '对方没有同意再收一条消息。',
    unforeseen: () => '这里出了意外错误，详情见日志。',
  },
}

const { channels } = messageWords

function digest({ waiting, ready, shifts }: Parameters<MessageWords['chat']['digest']>[0]): string {
  const open = shifts.map(({ shift, from, until, people }) => `第 ${shift} 班 ${from}–${until}（${people} 人）`)
  const duty = open.length === 0 ? '今天没有班。' : `今天的班：${open.join('、')}。`
  return `${duty}${waiting} 张工单待接单，${ready} 件可以取回。`
}
