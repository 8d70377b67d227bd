import type { LoginWays } from './login-ways.ts'
import type { SettingWords } from './setting-text.ts'

export const loginWays: LoginWays = {
  invitation: 'invitation',
  password: 'student id and password',
  link: 'linked before',
  sso: 'school login',
  oidc: 'school login',
  cas: 'school login',
  pairing: 'pairing',
  mail: 'mail',
  wechat: 'WeChat',
  guest: 'guest',
  demo: 'demo',
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export const settings: SettingWords = {
  names: {
    teamName: 'Team name',
    timeZone: 'Time zone',
    lang: 'Language',
    place: 'Place',
    boardText: 'Line on the board',
    kinds: 'Further kinds',
    timetable: 'Shifts',
    closedDays: 'Closed days',
    makeUpDays: 'Make-up days',
    minimumPerShift: 'People per shift at least',
    retentionDays: 'Days to keep personal data',
    receiptDays: 'Days a receipt is good after the end',
    phonesForAllMembers: 'Phones for all members',
    sessionDays: 'Days a user stays logged in',
    memberSessionDays: 'Days a member stays logged in',
    adminSessionHours: 'Hours an administrator stays logged in',
    messages: 'Messages',
    rates: 'Limits',
  },
  rates: {
    callsPerMinute: 'calls a minute',
    loginsPerMinute: 'logins a minute',
    ticketsPerHour: 'tickets an hour',
    commentsPerHour: 'comments an hour',
    uploadsPerHour: 'uploads an hour',
    feedbackPerHour: 'feedback an hour',
  },
  messages: {
    quietFrom: 'quiet from',
    quietUntil: 'quiet until',
    reminderTime: 'reminder of a shift at',
    uncollectedDays: 'days after which to remind of collecting',
    chat: 'in the chat',
    webhook: 'over the webhook',
  },
  langs: { zh_CN: 'Chinese', en_US: 'English' },
  nothing: '(empty)',
  yes: 'yes',
  no: 'no',
  shift: ({ shift, from, until, weekday }) =>
    `${weekday === undefined ? '' : `${weekdays[weekday - 1]} `}shift ${shift} ${from}–${until}`,
  closed: ({ from, until, name = '' }) => `${from === until ? from : `${from}–${until}`} ${name}`.trim(),
  madeUp: ({ date, weekday }) => `${date} like ${weekdays[weekday - 1]}`,
  is: ': ',
  next: '; ',
  list: ', ',
}
