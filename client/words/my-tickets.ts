import { inLanguages } from '../in-languages.ts'

export const myTicketsWords = inLanguages({
  zh_CN: {
    title: '我的工单',
    none: '还没有报修过，一切都好',
    noneAbout: '东西坏了就告诉我们。修到哪一步，在这里随时能看到。',
    file: '报修',
    contact: '联系方式',
    noContact: '没有填写，队员没法打电话找你。',
    owner: '姓名',
    phone: '电话',
    optional: '可选',
    phoneAbout: '可选。只有处理这张工单的队员能看到完整号码。',
    ahead: (count: number) => (count === 0 ? '下一个就是你。' : `前面还有 ${count} 人在等。`),
    tell: {
      title: '修好了告诉我',
      by: (ways: string) => `有消息时，我们会${ways}告诉你。`,
      mail: (address: string) => `发邮件到 ${address} `,
      push: '用浏览器通知',
      wechat: '在微信里',
      and: '、',
      off: '你选择了修好时不用告诉你。',
      choices: '选择接收哪些消息',
      offer: '不用总回来看：修好了，或者队员有话问你，我们就告诉你。',
      inWechat: '在小程序里打开这张工单，同意接收消息，我们就在微信里告诉你。',
    },
    retrieve: '已取回',
    retrieveQuestion: '确认东西已经取回？',
    retrieved: '已记录取回',
  },
  en_US: {
    title: 'My tickets',
    none: 'All is well: you have filed nothing yet',
    noneAbout: 'If something breaks, tell us. You can then follow the repair here.',
    file: 'File a ticket',
    contact: 'How to reach you',
    noContact: 'Nothing given, so nobody can call you.',
    owner: 'Name',
    phone: 'Phone',
    optional: 'Optional.',
    phoneAbout: 'Optional. Only those who work on your ticket see the whole number.',
    ahead: (count) =>
      count === 0
        ? 'You are next in line.'
        : count === 1
          ? '1 person waits before you.'
          : `${count} people wait before you.`,
    tell: {
      title: 'Tell me when it is ready',
      by: (ways) => `When there is news, we tell you ${ways}.`,
      mail: (address) => `by mail at ${address}`,
      push: 'by notifications of your browser',
      wechat: 'in WeChat',
      and: ' and ',
      off: 'You have chosen not to be told when it is ready.',
      choices: 'Choose what you are told',
      offer: 'No need to keep looking here: we tell you when it is ready, or when the team has a question.',
      inWechat: 'Open this ticket in the mini-program and agree to be told: then we tell you in WeChat.',
    },
    retrieve: 'Collected',
    retrieveQuestion: 'Is the device back with its owner?',
    retrieved: 'Noted: collected',
  },
})
