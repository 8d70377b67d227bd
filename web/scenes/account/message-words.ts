import { translated } from '#web/lib/translated.ts'

export const useMessageWords = translated({
  zh_CN: {
    title: '消息',
    about: '哪些事情告诉你，怎么告诉你。改动马上生效。',
    nothing: '什么都不用告诉我',
    nothingOn: '现在不会给你发任何消息；登录验证码照常发送。',
    how: '怎么告诉你',
    unreached: '现在还没有办法联系到你。',
    mail: '发邮件',
    mailOff: '不会给你发邮件。',
    push: '浏览器通知',
    pushOn: (devices: number) => (devices === 0 ? '还没有浏览器开启通知。' : `你有 ${devices} 个浏览器开启了通知。`),
    pushOff: '你的浏览器上不会出现通知。',
    wechat: '微信',
    wechatOn: (consents: number) =>
      consents === 0
        ? '在小程序里同意之后，我们才能在微信里告诉你；同意一次可以收一条。'
        : `你在小程序里同意的消息还可以收 ${consents} 条；想多收几条，请在小程序里再次同意。`,
    wechatOff: '不会在微信里告诉你。',
    on: '开',
    off: '关',
    groups: { owner: '我的报修', member: '我的值班和工单', admin: '团队' },
    kinds: {
      comment: '队员给我留言',
      waiting: '维修在等配件，或者在等我答复',
      ready: '修好了，可以来取',
      unrepairable: '没能修好，请我取回',
      uncollected: '修好几天了还没取，提醒我一声',
      collected: '东西已经取回',
      called: '维修日叫到我的号',
      answered: '报修人在我的工单里回复',
      added: '有人把我加进一张工单',
      shift_tomorrow: '明天我值班（前一天提醒）',
      shift_soon: '再过一小时我值班',
      shift_gap: '我的班次人手不足',
      offer: '有人来不了，我可以顶班',
      place_taken: '有人替我值班',
      summary: '我的班开始时，上一班的值班小结',
      new_ticket: '我值班时来了新的报修',
      gap: '两天内有班次人手不足',
      external: '外部工单系统不收转发的工单',
      feedback: '收到新的反馈',
      upkeep: '备份或数据库检查失败',
      channel: '有消息送不出去',
    },
  },
  en_US: {
    title: 'Messages',
    about: 'What we tell you, and how. Each change counts at once.',
    nothing: 'Tell me nothing',
    nothingOn: 'You are told nothing at all. Codes to log in with still come.',
    how: 'How we tell you',
    unreached: 'There is no way to reach you yet.',
    mail: 'By mail',
    mailOff: 'You get no mails.',
    push: 'By notifications of my browsers',
    pushOn: (devices) =>
      devices === 0
        ? 'No browser of yours shows them yet.'
        : devices === 1
          ? 'One browser of yours shows them.'
          : `${devices} of your browsers show them.`,
    pushOff: 'No browser of yours shows any.',
    wechat: 'In WeChat',
    wechatOn: (consents) =>
      consents === 0
        ? 'Agree to it in the mini-program first: each yes there is one message.'
        : `You have agreed in the mini-program to ${consents === 1 ? '1 more message' : `${consents} more messages`}. For further ones, agree there again.`,
    wechatOff: 'You are told nothing in WeChat.',
    on: 'On',
    off: 'Off',
    groups: { owner: 'My repairs', member: 'My shifts and tickets', admin: 'The team' },
    kinds: {
      comment: 'The team has written to me',
      waiting: 'A repair waits for a part, or for my answer',
      ready: 'My device is ready for collection',
      unrepairable: 'My device could not be repaired',
      uncollected: 'My device has been ready for some days',
      collected: 'My device was collected',
      called: 'My number is called on the repair day',
      answered: 'The owner has answered on a ticket of mine',
      added: 'Somebody has added me to a ticket',
      shift_tomorrow: 'My shift is tomorrow (told the day before)',
      shift_soon: 'My shift begins in an hour',
      shift_gap: 'A shift of mine has too few people',
      offer: 'Somebody cannot come to a shift that I could take',
      place_taken: 'Somebody takes a shift in my place',
      summary: 'What the last shift wrote, as mine begins',
      new_ticket: 'Somebody files a ticket while I am on duty',
      gap: 'A shift of the next two days has too few people',
      external: 'The external ticket system does not take our tickets',
      feedback: 'Somebody has sent feedback',
      upkeep: 'A backup or a check of the database has failed',
      channel: 'Messages do not get through',
    },
  },
})
