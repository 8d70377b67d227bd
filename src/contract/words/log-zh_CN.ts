import type { LoginWays } from './login-ways.ts'
import type { SettingWords } from './setting-text.ts'

export const loginWays: LoginWays = {
  invitation: '邀请码',
  password: '学号和密码',
  link: '先前的关联',
  sso: '学校账号',
  oidc: '学校账号',
  cas: '学校账号',
  pairing: '配对',
  mail: '邮箱',
  wechat: '微信',
  guest: '访客',
  demo: '演示',
}

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

export const settings: SettingWords = {
  names: {
    teamName: '团队名称',
    timeZone: '时区',
    lang: '语言',
    place: '地点',
    boardText: '看板文字',
    kinds: '其他类型',
    timetable: '班次时间',
    closedDays: '休息日',
    makeUpDays: '调休日',
    minimumPerShift: '每班最少人数',
    retentionDays: '个人数据保留天数',
    receiptDays: '凭条在工单结束后的有效天数',
    phonesForAllMembers: '向所有队员显示电话',
    sessionDays: '用户登录有效天数',
    memberSessionDays: '队员登录有效天数',
    adminSessionHours: '管理员登录有效小时数',
    messages: '消息',
    rates: '频率限制',
  },
  rates: {
    callsPerMinute: '每分钟请求',
    loginsPerMinute: '每分钟登录',
    ticketsPerHour: '每小时工单',
    commentsPerHour: '每小时留言',
    uploadsPerHour: '每小时上传',
    feedbackPerHour: '每小时反馈',
  },
  messages: {
    quietFrom: '免打扰开始',
    quietUntil: '免打扰结束',
    reminderTime: '值班提醒时间',
    uncollectedDays: '催取天数',
    chat: '群消息',
    webhook: 'Webhook 事件',
  },
  langs: { zh_CN: '中文', en_US: '英文' },
  nothing: '（空）',
  yes: '是',
  no: '否',
  shift: ({ shift, from, until, weekday }) =>
    `${weekday === undefined ? '' : `${weekdays[weekday - 1]} `}第 ${shift} 班 ${from}–${until}`,
  closed: ({ from, until, name = '' }) => `${from === until ? from : `${from}–${until}`} ${name}`.trim(),
  madeUp: ({ date, weekday }) => `${date} 按${weekdays[weekday - 1]}`,
  is: '：',
  next: '；',
  list: '、',
}
