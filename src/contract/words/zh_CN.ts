import { accessories, type Status, statusMeaning } from '../codes.ts'
import { isHidden, type ReviewKind } from '../content/content.ts'
import type { VisitState } from '../counter/counter.ts'
import type { CustodyStep } from '../counter/custody-fields.ts'
import type { HourState } from '../hours/hour-fields.ts'
import type { ImportKind } from '../imports/import-fields.ts'
import { textIn } from '../languages.ts'
import type { DayDeed } from '../phrases.ts'
import type { BookingState, HelperState, RepairDayState } from '../repair-days/day-states.ts'
import { codeWords } from './codes-zh_CN.ts'
import { spaced } from './dates.ts'
import { externalWords } from './external-zh_CN.ts'
import { flaws, situationRules } from './fields-zh_CN.ts'
import { importWords } from './imports-zh_CN.ts'
import { logWords, memberFields } from './log-sentences-zh_CN.ts'
import { wayText } from './login-ways.ts'
import { messageWords } from './messages-zh_CN.ts'
import { barriers, outcomes } from './outcomes-zh_CN.ts'
import { loginWays, settingWords } from './setting-names-zh_CN.ts'
import { settingsText } from './setting-text.ts'
import { channelTroubleText, codeNameOf, firstNumbers, type Words } from './words.ts'

const statusName = (code: Status) => codeWords.status[statusMeaning(code).name]

const accessoryName = (code: number) => codeNameOf(codeWords.accessory, accessories, code) ?? `随附物品 ${code}`

const custodySteps: Record<CustodyStep, string> = {
  received: '收下',
  shelved: '放上货架',
  bench: '拿到维修台',
  colleague: '交给队员',
  workshop: '送外面维修',
  returned: '交还',
  not_returned: '撤销交还',
}
const visitStates: Record<VisitState, string> = {
  waiting: '等待中',
  called: '已叫号',
  served: '在维修台',
  skipped: '已过号',
  gone: '已离开',
}

const bookingStates: Record<BookingState, string> = {
  booked: '已预约',
  waiting: '候补中',
  offered: '有空位待确认',
  arrived: '已到',
  missed: '未到',
  cancelled: '已取消',
  declined: '放弃了空位',
  lapsed: '没有回复',
}
const helperStates: Record<HelperState, string> = {
  signed: '已报名',
  waiting: '候补',
  asked: '已询问',
  declined: '不来帮忙',
  lapsed: '没有答复',
  off: '不再帮忙',
}
const dayDeeds: Record<DayDeed, string> = {
  created: '新建',
  changed: '修改',
  announced: '发布',
  cancelled: '取消',
  closed: '提前结束',
  deleted: '删除',
}
const dayRefusals: Record<RepairDayState, string> = {
  draft: '这个维修日还没有发布。',
  announced: '这个维修日已经发布了。',
  full: '这个维修日已经发布了。',
  open: '这个维修日已经开始了。',
  closed: '这个维修日已经结束了。',
  cancelled: '这个维修日已经取消了。',
}

const hourStates: Record<HourState, string> = { proposed: '待审核', approved: '已通过', refused: '未通过' }

const importKinds: Record<ImportKind, string> = {
  tickets: '导入工单',
  members: '导入队员',
  roster: '导入排班表',
  ords: '导入开放维修数据',
}

const reviewKinds: Record<ReviewKind, string> = {
  ticket: '工单文字',
  note: '留言',
  rating: '评价文字',
  feedback: '反馈',
  owner: '工单上的姓名',
  name: '姓名',
  picture: '图片',
}

/** Devices are named like "Chrome, Android". */
const deviceName = (device: string) => device.split(', ').reverse().join(' 上的 ')
const onDevice = (device = '') => (device === '' ? '' : `（${deviceName(device)}）`)
const shiftOf = (when: string, shift: string) => (when === '' ? '无日期' : `${when}，第 ${shift} 班`)

export const zh_CN: Words = {
  errors: {
    bad_request: () => '无法理解该请求。',
    bad_json: () => '请求不是有效的 JSON。',
    bad_input: ({ field, flaw, limit }) => flaws[flaw](field || '某个字段', limit ?? ''),
    code_refused: () => '邀请码或验证码无效、已过期或已用过，请重新获取。',
    bad_situation: ({ rule }) => situationRules[rule]((field) => field),
    bad_substitute: ({ name, why }) =>
      ({
        unknown: '没有叫这个名字的队员。',
        oneself: '不能让自己代班。',
        on_shift: `${name} 本来就值这一班。`,
        on_leave: `${name} 这一班请假了，需要先撤回请假。`,
      })[why],
    factor_refused: () => '验证码不正确或已用过，请等下一个。',
    factor_needed: () => '请输入验证器应用现在显示的验证码，或一个恢复码。',
    proof_needed: () => '请先确认是你本人：输入密码，或用邀请码、学校账号重新登录队员身份。',
    session_not_found: () => '没有这个登录，或者它已经结束。',
    no_student_id: () => '设置密码之前要有学号，请让管理员填写。',
    factor_is_on: () => '两步验证已经开启，请先关闭。',
    password_refused: () => '学号或密码不正确。',
    not_logged_in: () => '请先登录。',
    wrong_role: ({ needed }) => (needed === 'admin' ? '只有管理员可以操作。' : '只有队员可以操作。'),
    not_a_worker: () => '只有负责这张工单的队员或管理员可以操作。',
    merge_needs_worker: () =>
      '要合并两张工单，你要同时负责两张，或者负责其中一张、另一张还没有人接单。请先接单，或请管理员合并。',
    not_at_counter: () => '只有登记这张工单的队员、负责人和管理员可以开取件单；登记当天任何队员都可以。',
    own_receipt: () =>
      '这张取件单是你开的，或者它的工单是你合并过来的，你不能自己使用。取件单是给来访者的，可以请另一位队员重新开一张。',
    not_the_owner: () => '只有报修人本人可以操作。',
    login_blocked: () => '微信拦截了本次登录，请稍后再试或联系团队。',
    not_found: () => '这里什么也没有。',
    method_not_allowed: () => '这个地址不支持这种 HTTP 请求方法。',
    not_configured: () => '这里没有开通这项功能。',
    no_channel: () => '团队没有开通这种消息方式。',
    member_not_found: () => '没有这位队员。',
    no_current_roster: () => '还没有启用的排班表。',
    roster_not_found: () => '没有这张排班表。',
    leave_not_found: () => '没有这条请假记录。',
    plan_not_found: () => '没有安排这次特殊值班，或者它已经开始。',
    repair_day_not_found: () => '没有这个维修日。',
    wave_not_found: () => '这个时段已经不在了，请刷新维修日后重新选择。',
    booking_not_found: () => '这张工单没有预约这个维修日。',
    role_not_found: () => '这个岗位已经不在了，请刷新维修日后重新选择。',
    helper_not_found: () => '这个维修日没有这位帮手。',
    task_not_found: () => '这项准备事项已经不在了，请刷新清单。',
    repair_day_state: ({ state }) => dayRefusals[state],
    repair_day_changed: () => '其他人刚刚修改了这个维修日，请刷新后再改。',
    plan_of_repair_day: ({ title }) => `这次特殊值班属于维修日“${textIn(title, 'zh_CN')}”，请修改或取消那个维修日。`,
    kind_not_mended: () => '这个维修日不修这类设备。',
    wave_over: () => '这个时段已经开始了。',
    too_many_bookings: ({ most }) => `每个维修日最多预约 ${most} 件设备。`,
    wave_full: () => '这个时段没有空位了，你的预约保持不变。',
    wave_booked: ({ bookings }) => `这里已有 ${bookings} 人预约，请保留足够的名额，或先请他们改时段。`,
    help_over: () => '报名和退出的时间已经过了，请联系管理员。',
    role_full: () => '这个岗位没有空位了。',
    role_taken: ({ helpers }) => `这里已有 ${helpers} 位帮手，请保留足够的名额，或先请他们退出。`,
    out_of_duty: () => '现在没有人值班，不能修改在岗人数。',
    roster_changed: () => '其他人刚刚修改了这张排班表，请重新加载后再改。',
    settings_changed: () => '其他人刚刚修改了同一项设置，请重新加载后再改。',
    member_changed: () => '其他人刚刚修改了这位队员的同一项资料，请重新加载后再改。',
    not_on_shift: () => '你不值这一班。',
    shift_over: () => '这一班已经结束。',
    leave_taken: ({ by }) => `${by} 已经为这一班代班。`,
    ticket_not_found: ({ id }) => `没有工单 #${id}。`,
    delivery_not_found: () => '没有这个编号的转发记录。',
    already_claimed: ({ by }) => `${by} 已经接了这张工单。`,
    not_claimed: () => '这张工单还没有人接单，不能确认取回。',
    undo_over: () => '交还后十分钟内可以撤销。现在已经超时，或者工单的个人信息已经删除。',
    last_worker: () => '这张工单只有你负责，而且维修已经开始。请先加一位队员，或者把状态改回“已接单”。',
    move_not_allowed: ({ allowed }) =>
      allowed.length === 0
        ? '这张工单已结束，不能再改状态。'
        : `不能改为该状态，可以改为：${allowed.map((status) => `${status} ${statusName(status)}`).join('、')}。`,
    ticket_over: () => '这张工单已结束，不能再修改。',
    key_reused: () => '这个 Idempotency-Key 已用于另一次内容不同的请求。',
    pictures_over: () => '这张工单早已结束，图片已经删除，不能再加新的。可以只写文字，或者提交新的工单。',
    device_with_team: ({ id }) => `你的设备还在我们这里（工单 #${id}）。请先取回，再清除个人数据。`,
    not_a_guest: () => '你已经用账号登录了。只有访客身份留下的内容可以转到账号里。',
    linked_elsewhere: () => '那个账号属于另一位队员，不能合并。',
    receipt_unknown: () => '没有这张取件单，或者它已经失效。请向队员要一张新的。',
    kiosk_closed: () => '自助登记已关闭，队员可以重新打开。',
    tag_unknown: ({ tag }) => `没有编号为 ${tag} 的标签。`,
    not_in_queue: () => '这位来访者不在今天的队列里。',
    receipt_over: () => '这张工单早已结束，不再有取件单。',
    receipt_taken: () => '另一张工单已经用了这张取件单。',
    not_a_visitor: () => '这张工单的报修人有账号，只能由本人操作。',
    account_needed: () => '请先用账号登录，否则丢了这台设备，内容也就丢了。',
    tag_taken: ({ tag, id }) => `标签 ${tag} 已经系在工单 #${id} 上。`,
    nobody_waits: () => '没有人在等叫号。',
    visit_over: () => '这位来访者已经不在等了。',
    never_received: () => '设备不在团队这里：没有人收下过，或者已经交还。',
    handed_back: () => '这台设备已经交还，当时记下的不一样。你刚才填的没有保存。',
    accessory_never_there: ({ accessory }) => `这台设备没有随附${accessoryName(accessory)}。`,
    accessory_unsaid: ({ accessory }) =>
      `这台设备随附${accessoryName(accessory)}：请勾选交还，或者写明为什么没有交还。`,
    signing_off: () => '签到没有开启。管理员可以在设置里开启。',
    board_code_needed: () => '请扫描现场看板上的签到码，或手动输入。',
    board_code_refused: () => '签到码不对，或已超过一分钟。请再看一眼看板。',
    board_unknown: () => '这块屏幕已不再是签到看板。管理员可以在设置里重新设置。',
    no_shift_now: () => '现在没有这个班次。班次以外的工作可以登记为“其他工作”。',
    not_here: () => '已经签退了。',
    still_here: () => '这位队员还在岗，签退后才能审核这条记录。',
    not_on_timetable: () => '当天的时间表里没有这个班次。',
    line_not_found: () => '没有这条时长记录。',
    decided_itself: () => '更正不用审核。如果有误，请再更正一次原来的记录。',
    period_closed: () => '这条记录属于已结算的周期，不能再改动。请改用更正。',
    period_not_over: () => '周期的最后一天过去之后才能结算。',
    already_written: () => '这段时间已经有一条记录，请更正那一条。',
    period_taken: ({ from }) => `${from} 之前的日子已经属于结算过的周期。`,
    hours_undecided: ({ lines }) => `这个周期还有 ${lines} 条记录没有审核。`,
    nothing_to_certify: () => '你在其中某个周期里没有时长，或者它还没有结算。证明只包含已结算的周期。',
    outcome_too_soon: () => '状态改为“已修好”或“未修好”之后，才能填写维修结果。',
    ticket_merged: ({ into }) => `这张工单已并入 #${into}，请到那里继续。`,
    merge_not_allowed: ({ why }) =>
      ({
        owners: '这两张工单属于不同的账号，不能合并。',
        not_same_person:
          '这两张工单不属于同一个账号，你能看到的电话和邮箱也不相同。如果是同一个人，可以由本人确认：登录后用取件单把来访登记的工单加到自己的账号。',
        both_here: '两张工单各有一台设备在团队这里，不是同一件。',
        over: '其中一张工单已经结束，只有未结束的工单可以合并。',
        joined: '其中一张工单已经与别的工单合并。',
      })[why],
    merge_over: () => '合并后一天内可以撤销，现在已经过了时间，或其中的个人信息已删除。',
    not_collected: () => '设备取回之后才能评价。',
    rated_already: () => '这次维修已经评价过。',
    look_not_found: () => '没有这个编号的待审核内容，或者已经有人审核过。',
    not_in_miniprogram: () => '没有保存：微信只检查最近打开过小程序的人写的内容。请打开一次小程序，再重新发送。',
    text_refused: () => '这段文字未通过微信的内容检查，没有保存。请换个说法再试。',
    push_refused: () => '签名与微信消息推送不符，或者消息已过时。',
    impact_off: () => '本团队没有公开维修数据。',
    import_unreadable: ({ why }) =>
      ({
        empty: '文件是空的。',
        no_table: '文件里找不到表头。',
        not_a_table: '这既不是 CSV 文件，也不是 XLSX 工作簿。',
        old_excel: '这是旧版 Excel 格式（.xls），请另存为 .xlsx 或 CSV。',
        encrypted: '文件有密码保护，请另存为没有密码的文件。',
        cut_off: '文件不完整或已损坏，请重新保存或复制。',
        too_large_inside: '文件或其中某一行的内容过多。',
        too_many_rows: '文件的行数太多，请拆成几个文件。',
        too_many_columns: '文件的列数太多。',
        no_such_sheet: '工作簿里没有这张表。',
        changed: '读取时文件被改动。请在其他程序里关闭它再试一次。',
      })[why],
    import_refused: ({ rows }) => `有 ${rows} 行不对，没有导入任何内容。请改正文件，或只导入没有问题的行。`,
    import_not_found: () => '没有这次导入。',
    import_undo_over: () => '导入后 24 小时内可以撤销，这次导入已经超过时间。需要的话，可以用导入之前的备份恢复。',
    name_taken: ({ name }) => `已经有队员叫 ${name}。排班表用姓名，所以姓名不能重复。`,
    student_id_taken: () => '另一位队员已经用了这个学号。',
    last_admin: () => '这是最后一位管理员，请先指定另一位管理员。',
    no_address: () => '没有可以发送的地址：你还没有填写，或者被退回了。',
    channel_refused: ({ trouble }) => `测试消息没有送达。${channelTroubleText(messageWords, trouble)}`,
    timed_out: () => '请求传输超时。',
    too_large: () => '请求内容过大。',
    too_many_fields: () => '请求中的字段过多，或嵌套过深。',
    wrong_media_type: () => '请求必须使用 JSON 格式。',
    wrong_host: () => '这里只对本机开放，请通过本服务的地址或 127.0.0.1 访问。',
    too_many_requests: ({ seconds }) => `请求过于频繁，请在 ${seconds} 秒后重试。`,
    picture_quota: ({ seconds }) =>
      `你或你的网络今天上传的图片已达上限，请在 ${Math.ceil(seconds / 3600)} 小时后重试。文字仍可以发送。`,
    broken: () => '我们这边出了点问题，请稍后再试。',
    overloaded: () => '现在访问的人太多，请稍后再试。',
    stopping: () => '服务正在重启，请稍后再试。',
    storage_unavailable: () => '暂时无法读取或保存数据，请稍后再试。',
    disk_low: () => '存储空间不足，暂时不能接收图片，请稍后再试。文字仍可以发送。',
    peer_unavailable: () => '需要的外部服务没有响应，请稍后再试。',
  },
  flaws,
  codes: codeWords,
  outcomes,
  barriers,
  imports: importWords,
  byReceipt: (what, maker) => `${what}（用 ${maker} 开的取件单）`,
  byMergedReceipt: (what, joiners) => `${what}（取件单的工单由 ${joiners} 合并到这里）`,
  phrases: {
    logged_in: (f) => `已登录（${wayText(loginWays, f.with)}）`,
    logged_out: () => '已退出登录',
    approved: () => '允许另一台设备登录',
    merged: () => '把访客身份的工单转到了账号',
    profile: ({ fields }) => `修改了${fields.map((field) => (field === 'name' ? '姓名' : '电话')).join('和')}`,
    language: ({ lang }) => settingWords.langs[lang],
    feedback: () => '反馈',
    member_logged_in: (f) => `${f.name} 已登录（${wayText(loginWays, f.with)}）`,
    member_logged_out: ({ name }) => `${name} 已退出登录`,
    member: ({ name, fields, admin, active }) =>
      [
        name,
        ...(admin === undefined ? [] : [admin ? '管理员' : '非管理员']),
        ...(active === undefined ? [] : [active ? '在队' : '已移除']),
        ...fields.filter((field) => field !== 'name').map((field) => `更新了${memberFields[field]}`),
      ].join('，'),
    factor: ({ name, on }) => `${name}，两步验证已${on ? '开启' : '关闭'}`,
    invited: ({ name, admin }) => (admin ? `${name}，管理员` : name),
    settings: ({ values }) => settingsText(settingWords, values),
    ticket: ({ status: code, confirmed, workers, note }) =>
      [
        statusName(code),
        ...(confirmed ? ['设备已取回'] : []),
        ...(workers ? [workers.length > 0 ? workers.join('、') : '无人负责'] : []),
        ...(note === undefined ? [] : [note === 2 ? '附内部备注' : '附留言']),
      ].join('，'),
    comment: ({ type }) => (type === 2 ? '内部备注' : '留言'),
    forwarded: () => '等待转发到外部工单系统',
    exported: ({ from, until }) => `导出工单表格，${from || '最早'} – ${until || '现在'}`,
    placed: ({ what }) => custodySteps[what],
    tagged: ({ tag }) => `系上标签 ${tag}`,
    booked: ({ date, state }) => `维修日 ${date}：${bookingStates[state]}`,
    repair_day: ({ title, date, deed }) => `${title}（${date}）：${dayDeeds[deed]}`,
    day_exported: ({ title, date }) => `${title}（${date}）：导出名单`,
    helped: ({ name, date, state }) => `维修日 ${date}，${name}：${helperStates[state]}`,
    day_task: ({ date, done }) => `维修日 ${date}：${done ? '完成了一项准备' : '重新打开了一项准备'}`,
    queued: ({ number, state }) => `${number}：${visitStates[state]}`,
    receipt: ({ made }) => (made ? '新的取件单' : '取件单已作废'),
    adopted: () => '加到报修人的账号',
    stocktake: ({ there, missing, stray }) => `盘点：在 ${there} 件，缺 ${missing} 件，多 ${stray} 件`,
    signed: ({ name, shift, out }) =>
      `${name}${out ? '签退' : '签到'}，${shift === 'others' ? '特殊值班' : `第 ${shift} 班`}`,
    hour_line: ({ name, date, minutes, state, own }) =>
      `${name}，${date}，${minutes} 分钟，${hourStates[state]}${own ? '（审核的是本人的时长）' : ''}`,
    hours_decided: ({ ids, state, own }) =>
      `${ids.length} 条时长记录${hourStates[state]}：${firstNumbers(ids).join('、')}${own ? `（其中 ${own} 条是审核人本人的）` : ''}`,
    objection: ({ date }) => `对 ${date} 的时长提出异议`,
    objection_answered: ({ date }) => `答复了对 ${date} 时长的异议，记录不变`,
    period: ({ name, until, lines, minutes }) => `${name}，截至 ${until}：${lines} 条，${minutes} 分钟`,
    certificate: () => '时长证明',
    hours_exported: ({ from, until }) => `导出时长，${from} – ${until}`,
    board_token: ({ made }) => (made ? '设置了签到看板' : '停用了签到看板'),
    kiosk: ({ open }) => (open ? '打开自助登记' : '关闭自助登记'),
    forwarded_again: () => '再次尝试转发',
    outcome: ({ outcome }) => (outcome === '' ? '维修结果：未填写' : `维修结果：${outcomes[outcome]}`),
    rated: ({ stars }) => `评价：${stars} 分（满分 5 分）`,
    joined: ({ from, undone }) => (undone ? `撤销与 #${from} 的合并` : `与 #${from} 合并`),
    imported: ({ what, rows }) => `${importKinds[what]}：${rows} 行`,
    import_undone: ({ what, rows, kept }) => `撤销导入（${importKinds[what]}）：删除 ${rows}，保留 ${kept}`,
    ords_exported: ({ from, until, rows }) => `开放数据，${from || '最早'} – ${until || '现在'}：${rows} 条维修`,
    picture_checked: ({ shown }) => (shown ? '图片通过检查，已显示' : '图片未通过内容检查，已移除'),
    looked: ({ what, fine }) =>
      `审核了${reviewKinds[what]}：${fine ? '没有问题' : isHidden(what) ? '已隐藏' : '已移除'}`,
    note_created: () => '提交了工单。',
    note_claimed: () => '已接单。',
    note_moved: ({ from, to }) => `将状态由“${statusName(from)}”改为“${statusName(to)}”。`,
    note_cancelled: () => '取消了工单。',
    note_contact: () => '修改了联系方式。',
    note_retrieved: () => '确认报修人已取回设备。',
    note_unretrieved: () => '撤销了交还，设备还在团队这里。',
    note_forwarded: () => '将工单转发到了外部工单系统。',
    note_received: () => '收下了设备。',
    note_assigned: ({ name }) => `添加了队员 ${name}。`,
    note_dropped: ({ name }) => (name === undefined ? '不再负责这张工单。' : `将 ${name} 移出了工单。`),
    note_merged: ({ from }) => `将工单 #${from} 并入本工单。`,
    note_unmerged: ({ from }) => `撤销了与工单 #${from} 的合并。`,
    note_returned: ({ days, why }) =>
      ({
        idle: `${days} 天没有进展，其他队员又可以接单。`,
        leave: `${days} 天没有进展，负责人又在请假，其他队员又可以接单。`,
        removed: '负责人已离队，其他队员又可以接单。',
      })[why],
    note_imported: () => '从表格导入。',
    note_picture_refused: () => '一张图片未通过内容检查，已移除。',
    note_removed: ({ what }) =>
      what === 'picture' ? '团队移除了一张图片。' : `团队${isHidden(what) ? '隐藏' : '移除'}了这里的一段文字。`,
    erased: () => '清除了个人数据',
    situation: ({ duty, count, place, time, reason }) =>
      [
        duty === 'off' ? '暂停值班' : duty === '0' ? '值班结束' : duty === 'others' ? '特殊值班' : `第 ${duty} 班`,
        ...(time === '' ? [] : [time]),
        ...(place === '' ? [] : [place]),
        ...(count === null || duty === 'off' || duty === '0' ? [] : [`${count} 人`]),
        ...(reason === '' ? [] : [reason]),
      ].join('，'),
    head_count: ({ count }) => `${count} 人`,
    roster: ({ name, slots, current }) => `${name}，${slots} 个班次${current ? '，正在使用' : ''}`,
    leave: ({ when, shift, substitute }) =>
      `${shiftOf(when, shift)}，${substitute === '' ? '无人代班' : `由 ${substitute} 代班`}`,
    conclusion: ({ when, shift }) => shiftOf(when, shift),
    feed: () => '日历订阅',
  },
  log: logWords,
  notices: {
    new_device: ({ device }) => `新登录：${deviceName(device) || '未知设备'}。`,
    paired: ({ device, member }) =>
      `你允许了 ${deviceName(device) || '另一台设备'} 登录${member ? '（包含队员权限）' : ''}。`,
    member_linked: ({ device }) => `有人以你的队员身份登录：${deviceName(device) || '未知设备'}。`,
    password_changed: ({ byAdmin, device }) =>
      byAdmin ? '管理员为你设置了新密码。' : `密码已修改${onDevice(device)}。`,
    password_cleared: ({ byAdmin, device }) => (byAdmin ? '管理员清除了你的密码。' : `密码已清除${onDevice(device)}。`),
    factor_on: ({ device }) => `已开启两步验证${onDevice(device)}。`,
    factor_off: ({ byAdmin, device }) =>
      byAdmin ? '管理员重置了你的两步验证。' : `已关闭两步验证${onDevice(device)}。`,
    recovery_used: ({ left, device }) => `使用了一个恢复码${onDevice(device)}，还剩 ${left} 个。`,
    mail_refused: () => '发往你邮箱的邮件被拒收，已停止发送。重新确认邮箱后恢复。',
  },
  duty: {
    open: (shift) => (shift === 'others' ? '特殊值班' : '开放'),
    mine: (shift) => `我的值班：第 ${shift} 班`,
    with: (names) => `值班队员：${names.join('、')}`,
    unstaffed: '这一班没有人能来。',
    closed: '今天休息。',
    draft: ({ created, claimed, repaired, retrieved, waiting }) =>
      [
        `新收工单：${created}`,
        `接单：${claimed}`,
        `修好：${repaired}`,
        `取回：${retrieved}`,
        `仍待处理：${waiting}`,
      ].join('\n'),
  },
  external: externalWords,
  messages: messageWords,
  table: {
    columns: {
      id: '编号',
      type: '类型',
      status: '状态',
      confirmed: '已取回',
      device: '设备',
      deviceModel: '型号',
      owner: '报修人',
      phone: '电话',
      description: '描述',
      accessories: '随附物品',
      workers: '负责人',
      created: '提交时间',
      claimed: '接单时间',
      finished: '完成时间',
      retrieved: '取回时间',
      forwarded: '转发时间',
      outcome: '维修结果',
      barrier: '没修好的原因',
      category: '品类',
      brand: '品牌',
      year: '生产年份',
      remedy: '怎么修好的',
      repairDay: '维修日',
    },
    yes: '是',
    no: '否',
    list: '、',
  },
  repairDayTable: {
    columns: {
      ticket: '工单',
      device: '设备',
      owner: '报修人',
      kind: '种类',
      wave: '时段',
      role: '岗位',
      member: '队员',
      state: '状态',
    },
    bookings: bookingStates,
    helpers: helperStates,
  },
  helperDuties: { mend: '维修', desk: '接待台', host: '引导', own: '' },
  hourTable: {
    columns: settingWords.hourColumns,
    remarks: {
      forgotten: '未签退',
      substitute: '代班',
      on_leave: '请假后到岗',
      beside: '排班表之外',
      work: '其他工作',
      ticket: '班次外工单',
      written: '管理员补录',
      corrected: '更正',
    },
  },
  unnamed: { owner: '报修人', user: '用户' },
  sso: {
    title: '学校账号验证通过',
    how: '请打开小程序，选择用学校账号登录，然后扫描这个二维码：',
    typed: '也可以手动输入验证码：',
    picture: '二维码，内容为下方的验证码',
    life: (minutes) => `${minutes} 分钟内有效。`,
    warning: '任何人用这个验证码都会以你的身份登录，请不要发给别人。',
  },
  refused: {
    title: '操作未成功',
    login: '登录已被取消、超时、已经使用过，或者不是在这个浏览器里发起的。你的账号没有任何变化。',
    again: '重新开始',
    home: '返回首页',
  },
  noPage: {
    title: '页面不存在',
    lost: '可能是地址打错了，或者页面已经删除。',
  },
  mail: {
    subject: (code, team) => `${team && `【${team}】`}登录验证码：${code}`,
    open: '登录',
    text: (code, minutes, team) =>
      `${spaced(`你${team && `在${team}`}的登录验证码`)}：\n\n${code}\n\n验证码 ${minutes} 分钟内有效，只能用一次。队员不会向你要验证码。如果不是你本人操作，请忽略这封邮件。\n`,
  },
}
