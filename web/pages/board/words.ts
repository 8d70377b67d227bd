import { translated } from '#web/lib/translated.ts'

export const useBoardWords = translated({
  zh_CN: {
    open: '值班中',
    closed: '现在没有值班',
    paused: '值班暂停',
    until: (day: string, time: string) => `${day} ${time} 结束`,
    today: '今天开放',
    notToday: '今天不开放',
    leads: (name: string) => `组长 ${name}`,
    people: (count: number) => `${count} 人在岗`,
    next: (day: string, time: string) => `下次值班：${day} ${time}`,
    waiting: '等待接单',
    ready: '可以取回',
    /** The text before and after the number of a ticket. */
    number: ['', '号'] as readonly [string, string],
    none: '暂时没有可以取回的设备',
    more: '还有更多',
    called: '正在叫号',
    soon: '很快开始叫号',
    peopleWait: (count: number) => (count === 0 ? '没有人在等' : `${count} 人在等`),
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
    closed: 'Closed now',
    paused: 'Closed for now',
    until: (day, time) => `until ${time} ${day}`,
    today: 'Open today',
    notToday: 'No opening hours today',
    leads: (name) => `Led by ${name}`,
    people: (count) => (count === 1 ? '1 person here' : `${count} people here`),
    next: (day, time) => `Next opening: ${day} at ${time}`,
    waiting: 'In the queue',
    ready: 'Ready for collection',
    number: ['No.', ''],
    none: 'Nothing to collect at the moment',
    more: 'and more',
    called: 'Now called',
    soon: 'Numbers will be called soon',
    peopleWait: (count) => (count === 0 ? 'Nobody waits' : count === 1 ? '1 person waits' : `${count} people wait`),
    file: 'Scan to file a ticket',
    signIn: 'Members sign in',
    noCode: 'No connection, so there is no code now.',
    here: (names, count) => {
      const more = count - names.length
      return `Here: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    },
    nobodyHere: 'Nobody has signed in yet',
    stale: 'No connection: this may not be the latest.',
  },
})
