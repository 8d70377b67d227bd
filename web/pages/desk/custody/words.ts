import { translated } from '#web/lib/translated.ts'

type Names = Readonly<Record<string, string>>

const channels = {
  zh_CN: { mail: '邮件', wechat: '微信', push: '浏览器' } as Names,
  en_US: { mail: 'by email', wechat: 'in WeChat', push: 'in their browser' } as Names,
}
const kinds = {
  zh_CN: { ready: '修好了', unrepairable: '没能修好', uncollected: '请来取' } as Names,
  en_US: {
    ready: 'that it is ready',
    unrepairable: 'that it could not be repaired',
    uncollected: 'to collect it',
  } as Names,
}

export const useCustodyListWords = translated({
  zh_CN: {
    title: '在队里的设备',
    about: '可以取回的排在最前。',
    stocktake: '盘点',
    tags: '空白标签',
    shelf: '货架',
    anyShelf: '全部货架',
    none: '现在队里没有设备',
    noneAbout: '收下的设备会列在这里，交还后不再显示。',
    noneOn: (shelf: string) => `货架 ${shelf} 上没有设备`,
    noneOnAbout: '请输入完整的货架名称。',
    noName: '未填写姓名',
    since: '收下：',
    waits: '可以取回',
    notTold: '还没有通知报修人。',
    call: '可以打个电话：',
    workerCalls: '可以请负责人打个电话，负责人看得到号码。',
    told: (kind: string, channel: string, sent: boolean) =>
      `${sent ? '已' : '将'}通过${channels.zh_CN[channel] ?? channel}告知“${kinds.zh_CN[kind] ?? kind}”，`,
  },
  en_US: {
    title: 'Devices here',
    about: 'Devices ready to collect come first.',
    stocktake: 'Stocktaking',
    tags: 'Blank tags',
    shelf: 'Shelf',
    anyShelf: 'All shelves',
    none: 'The team has no devices now',
    noneAbout: 'Devices you receive are listed here until they are handed back.',
    noneOn: (shelf) => `Shelf ${shelf} is empty`,
    noneOnAbout: 'Enter the full name of the shelf.',
    noName: 'No name given',
    since: 'Received',
    waits: 'Ready to collect',
    notTold: 'Owner not notified yet.',
    call: 'A call would help:',
    workerCalls: 'A call would help. The volunteer who works on it has the number.',
    told: (kind, channel, sent) =>
      `${sent ? 'Told' : 'Will be told'} ${channels.en_US[channel] ?? channel} ${kinds.en_US[kind] ?? kind},`,
  },
})
