import { inLanguages } from '../in-languages.ts'

export const deskWords = inLanguages({
  zh_CN: {
    queue: '工单',
    mine: '我接的工单',
    counter: '来访登记',
    visits: '叫号',
    custody: '在队里的设备',
    shifts: '值班',
    repairDays: '维修日',
    summary: '值班小结',
    here: '谁在岗',
    hours: '我的时长',
    waiting: (count: number) => `${count} 条待发送`,
    renumbered: (count: number) => `${count} 个号码有变`,
  },
  en_US: {
    queue: 'Tickets',
    mine: 'My repairs',
    counter: 'Take in',
    visits: 'Visitors',
    custody: 'Devices here',
    shifts: 'Shifts',
    repairDays: 'Repair days',
    summary: 'Shift summary',
    here: 'Who is here',
    hours: 'My hours',
    waiting: (count) => `${count} to send`,
    renumbered: (count) => (count === 1 ? '1 number changed' : `${count} numbers changed`),
  },
})
