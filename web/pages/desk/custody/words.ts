import { translated } from '#web/lib/translated.ts'

type Named = Readonly<Record<string, string>>

const channels = {
  zh_CN: { mail: '邮件', wechat: '微信', push: '浏览器通知' } as Named,
  en_US: { mail: 'by mail', wechat: 'in WeChat', push: 'on their browser' } as Named,
}
const kinds = {
  zh_CN: { ready: '修好了', unrepairable: '没能修好', uncollected: '请来取' } as Named,
  en_US: { ready: 'it is ready', unrepairable: 'it could not be repaired', uncollected: 'please collect it' } as Named,
}

export const useCustodyListWords = translated({
  zh_CN: {
    title: '在队里的东西',
    about: '等人来取的排在最前。',
    stocktake: '盘点',
    tags: '空白标签',
    shelf: '货架',
    anyShelf: '全部货架',
    none: '现在没有东西在队里',
    noneAbout: '收下的东西会列在这里，交还后就不再显示。',
    noneOn: (shelf: string) => `货架 ${shelf} 上没有东西`,
    noneOnAbout: '货架名称要完整输入。',
    noName: '未填写姓名',
    since: '收下：',
    waits: '等人来取',
    notTold: '还没有通知到报修人。',
    call: '可以打个电话：',
    told: (kind: string, channel: string, sent: boolean) =>
      `${sent ? '已通知' : '将通知'}“${kinds.zh_CN[kind] ?? kind}”，${channels.zh_CN[channel] ?? channel}，`,
  },
  en_US: {
    title: 'With us',
    about: 'What waits for its owner comes first.',
    stocktake: 'Take stock',
    tags: 'Blank tags',
    shelf: 'Shelf',
    anyShelf: 'All shelves',
    none: 'The team has no devices now',
    noneAbout: 'What somebody receives is listed here until it is handed back.',
    noneOn: (shelf) => `Nothing is on shelf ${shelf}`,
    noneOnAbout: 'Type the whole name of the shelf.',
    noName: 'No name given',
    since: 'Received',
    waits: 'To be collected',
    notTold: 'The owner has not been told.',
    call: 'A call would help:',
    told: (kind, channel, sent) =>
      `${sent ? 'Told' : 'To be told'} “${kinds.en_US[kind] ?? kind}” ${channels.en_US[channel] ?? channel},`,
  },
})
