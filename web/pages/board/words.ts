import { translated } from '#web/lib/translated.ts'

export const useBoardWords = translated({
  zh_CN: {
    open: '开放中',
    closed: '休息中',
    paused: '暂停开放',
    until: (day: string, time: string) => `${day} ${time} 结束`,
    today: '今天开放',
    comma: '、',
    leads: (name: string) => `组长：${name}`,
    people: (count: number) => `${count} 人在岗`,
    next: (day: string, time: string) => `下次开放：${day} ${time}`,
    ready: '可以取回',
    none: '暂时没有可以取回的设备',
    more: '还有更多',
    called: '正在服务',
    soon: '很快开始叫号',
    peopleWaiting: (count: number) => (count === 0 ? '没有人在等' : `${count} 人在等`),
    file: '扫码报修',
    signIn: '队员签到',
    noCode: '连不上服务，暂时没有签到码。',
    here: (names: readonly string[], count: number) =>
      `在岗：${names.join('、')}${count > names.length ? ` 等 ${count} 人` : ''}`,
    nobodyHere: '还没有人签到',
    stale: '连不上服务，显示的可能不是最新情况。',
  },
  en_US: {
    open: 'Open',
    closed: 'Closed',
    paused: 'Closed for now',
    until: (day, time) => `until ${time} ${day}`,
    today: 'Open today',
    comma: ', ',
    leads: (name) => `Led by ${name}`,
    people: (count) => (count === 1 ? '1 person here' : `${count} people here`),
    next: (day, time) => `Opens ${day} at ${time}`,
    ready: 'Ready to collect',
    none: 'Nothing to collect at the moment',
    more: 'and more',
    called: 'Now serving',
    soon: 'The first number will be called soon',
    peopleWaiting: (count) =>
      count === 0 ? 'No one is waiting' : count === 1 ? '1 person waiting' : `${count} people waiting`,
    file: 'Scan to submit a ticket',
    signIn: 'Members sign in',
    noCode: 'No connection, so there is no code at the moment.',
    here: (names, count) => {
      const more = count - names.length
      return `Here: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    },
    nobodyHere: 'No one has signed in yet',
    stale: 'No connection: this may be out of date.',
  },
})
