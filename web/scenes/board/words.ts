import { translated } from '#web/lib/translated.ts'

export const useBoardWords = translated({
  zh_CN: {
    open: '值班中',
    closed: '现在没有值班',
    paused: '值班暂停',
    until: (day: string, time: string) => `${day} ${time} 结束`,
    leads: (name: string) => `组长 ${name}`,
    people: (count: number) => `${count} 人在岗`,
    next: (time: string) => `下次值班：${time}`,
    waiting: '等待接单',
    ready: '可以取回',
    none: '暂时没有',
    more: '还有更多',
    file: '扫码报修',
    stale: '连不上服务，显示的可能不是最新情况。',
  },
  en_US: {
    open: 'Open',
    closed: 'Closed now',
    paused: 'Closed for now',
    until: (day: string, time: string) => `until ${time} ${day}`,
    leads: (name: string) => `Led by ${name}`,
    people: (count: number) => (count === 1 ? '1 person here' : `${count} people here`),
    next: (time: string) => `Next opening: ${time}`,
    waiting: 'In the queue',
    ready: 'Ready for collection',
    none: 'None at the moment',
    more: 'and more',
    file: 'Scan to file a ticket',
    stale: 'No connection: this may not be the latest.',
  },
})
