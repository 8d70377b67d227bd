import { translated } from '#web/lib/translated.ts'

export const useOpenDataWords = translated({
  zh_CN: {
    claims: '久未处理的工单',
    claimsAbout:
      '接单之后一直没有动静的工单：先提醒负责的队员，再过三天提醒管理员，再过四天重新开放接单。等机主或等配件的不算。',
    claimDays: '没有动静多少天后提醒（0 表示不提醒）',
    title: '开放数据',
    about:
      '把修了什么、结果如何告诉大家。姓名、电话等会从文字里去掉；程序认不出所有的人，公开前请先看一遍。数据按开放维修数据标准导出，下面的内容会写在里面。',
    provider: '数据提供方',
    providerAbout: '哪个组织，例如学校；可以留空。',
    group: '团队',
    groupAbout: '留空时用队名。',
    country: '国家或地区',
    countryAbout: '标准要求写明，不选就不能导出数据。',
    noCountry: '没有选择',
    impact: '公开维修成果',
    impactAbout:
      '打开后，任何人不用登录就能看到修了多少、修好多少、少扔了多少；统计里少于五件的分组不显示。选了国家或地区，还能下载逐条的数据：每一件的品类、结果、日期和处理过的文字都在里面，不受这个限制。地址：',
  },
  en_US: {
    claims: 'Tickets on which nothing happens',
    claimsAbout:
      'A claimed ticket on which nothing happens: first its workers are reminded, three days later the administrators, and after four more days it is open to all again. Not while it waits for its owner or a part.',
    claimDays: 'Days without news until the reminder (0: never)',
    title: 'Open data',
    about:
      'Tell everybody what you mended and what became of it. Names, phones and the like are taken out of the texts; no program knows all of them, so read through it first. It follows the Open Repair Data Standard, in which these stand:',
    provider: 'Provider',
    providerAbout: 'Which organisation, such as the school; may be empty.',
    group: 'Group',
    groupAbout: 'The name of the team if you leave it empty.',
    country: 'Country or region',
    countryAbout: 'The standard asks for it: without it no data can be exported.',
    noCountry: 'Not chosen',
    impact: 'Publish what the team has mended',
    impactAbout:
      'Anybody then sees, without logging in, how much you looked at, fixed and kept from the bin; groups of fewer than five are not shown in these figures. With a country, anybody can also download every repair one by one: its kind, what became of it, the day and the cleaned text, small groups included. The address:',
  },
})
