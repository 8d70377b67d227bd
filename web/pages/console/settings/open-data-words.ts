import { translated } from '#web/lib/translated.ts'

export const useOpenDataWords = translated({
  zh_CN: {
    claims: '久未处理的工单',
    claimsAbout:
      '接单之后一直没有动静的工单：先提醒负责的队员，再过三天提醒管理员，再过四天重新开放接单。等报修人或等配件的不算。',
    claimDays: '没有动静多少天后提醒（0 表示不提醒）',
    title: '开放数据',
    about:
      '把修了什么、结果如何告诉大家。数据按开放维修数据标准导出，每件维修一行，没有姓名和电话两栏；写在文字里的姓名、电话和号码由程序去掉，但程序认不出每一个，公开之前请先用命令 npm run fettle -- ords 看一遍。下面的内容会写在里面。',
    provider: '数据提供方',
    providerAbout: '哪个组织，例如学校；可以留空。',
    group: '团队',
    groupAbout: '留空时用队名。',
    country: '国家或地区',
    countryAbout: '标准要求写明，不选就不能导出数据。',
    noCountry: '没有选择',
    impact: '公开维修成果',
    impactAbout:
      '打开后，任何人不用登录就能看到修了多少、修好多少、少扔了多少，并下载逐条的数据。少于五件的分组不出现在数字里，但文件里每件维修都有一行。',
    address: '地址：',
  },
  en_US: {
    claims: 'Tickets on which nothing happens',
    claimsAbout:
      'A claimed ticket on which nothing happens: first its workers are reminded, three days later the administrators, and after four more days it is open to all again. Not while it waits for its owner or a part.',
    claimDays: 'Days without news until the reminder (0: never)',
    title: 'Open data',
    about:
      'Tell everybody what you mended and what became of it, as the Open Repair Data Standard writes it: a line for each repair, without columns for names and phones. A program takes names, phones and numbers out of the texts, but cannot know every one: look at what would leave with the command npm run fettle -- ords before you publish it. These stand in it:',
    provider: 'Provider',
    providerAbout: 'Which organisation, such as the school; may be empty.',
    group: 'Group',
    groupAbout: 'The name of the team if you leave it empty.',
    country: 'Country or region',
    countryAbout: 'The standard asks for it: without it no data can be exported.',
    noCountry: 'Not chosen',
    impact: 'Publish what the team has mended',
    impactAbout:
      'Anybody then sees, without logging in, how much you looked at, fixed and kept from the bin, and can download the repairs one by one. Groups of fewer than five are left out of the figures, but the file has a line for each repair.',
    address: 'The address:',
  },
})
