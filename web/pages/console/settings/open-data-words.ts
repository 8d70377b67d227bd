import { translated } from '#web/lib/translated.ts'

export const useOpenDataWords = translated({
  zh_CN: {
    claims: '没有进展的工单',
    claimsAbout:
      '接单后一直没有进展的工单，先提醒负责人，三天后提醒管理员，再过四天其他队员又可以接单。在等报修人或等配件的不算。',
    claimDays: '没有进展多少天后提醒（0 表示不提醒）',
    title: '开放数据',
    about:
      '把修了什么、结果如何告诉大家。数据按开放维修数据标准导出，每件维修一行，没有姓名和电话两栏；写在文字里的姓名、电话和号码由程序去掉，但程序认不出每一个，公开之前请先用命令 npm run fettle -- ords 看一遍。下面的内容会写在里面。',
    provider: '数据提供方（选填）',
    providerAbout: '哪个组织，例如学校。',
    group: '团队',
    groupAbout: '留空时用队名。',
    country: '国家或地区',
    countryAbout: '标准要求写明，不选就不能导出数据。',
    noCountry: '没有选择',
    impact: '公开维修成果',
    impactAbout:
      '打开后，任何人不用登录就能看到修了多少、修好多少、少产生了多少垃圾，并下载逐条的数据。少于五件的分组不出现在数字里，但文件里每件维修都有一行。',
    address: '地址：',
  },
  en_US: {
    claims: 'Tickets without progress',
    claimsAbout:
      'When a claimed ticket makes no progress, we first remind the members who work on it. Three days later we remind the administrators, and four days after that anyone can claim it again. Tickets waiting for the owner or for a part do not count.',
    claimDays: 'Days without progress before the reminder (0: never)',
    title: 'Open data',
    about:
      'Publish what you repaired, in the format of the Open Repair Data Standard: one line for each repair, without columns for names and phone numbers. A program removes names, phone numbers and other numbers from the texts, but it cannot find them all. Check the data with the command npm run fettle -- ords before you publish it. The data contains:',
    provider: 'Provider (optional)',
    providerAbout: 'Your organisation, such as the school.',
    group: 'Group',
    groupAbout: 'If empty, the name of the team.',
    country: 'Country or region',
    countryAbout: 'Required by the standard. Without it, no data can be exported.',
    noCountry: 'Not chosen',
    impact: 'Publish what the team has repaired',
    impactAbout:
      'Anyone can then see, without logging in, how many devices came in, how many you repaired and how much waste that saved, and can download every repair. Groups of fewer than five are left out of the figures, but the file has one line for each repair.',
    address: 'The address:',
  },
})
