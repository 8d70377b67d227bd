import { translated } from '#web/lib/translated.ts'

export const useCertificateWords = translated({
  zh_CN: {
    title: '时长证明',
    about: '证明只包含已结算的周期，A4 打印，中英对照。十来个周期以内是一页。',
    choose: '哪些周期',
    chooseOne: '请至少选一个周期。',
    make: '生成证明',
    none: '还没有已结算的周期',
    noneAbout: '管理员结算一个学期或一个月之后，就可以打印证明了。',
    back: '返回我的时长',
    print: '打印证明',
    other: '换其他周期',
    preview: '证明预览',
    number: (number: string) => `证明编号 ${number}`,
    check: '任何人都可以用编号或二维码核实真伪，只能看到姓名首字、时长和起止日期。',
    checkPage: '打开核实页面',
  },
  en_US: {
    title: 'Certificate of hours',
    about: 'Covers closed periods only. Printed on A4, in Chinese and English. Up to a dozen periods fit on one page.',
    choose: 'Which periods',
    chooseOne: 'Please choose at least one period.',
    make: 'Create certificate',
    none: 'No period has been closed yet',
    noneAbout: 'When an administrator has closed a term or a month, you can print a certificate for it.',
    back: 'Back to my hours',
    print: 'Print certificate',
    other: 'Choose other periods',
    preview: 'Certificate preview',
    number: (number) => `Certificate ${number}`,
    check:
      'Anyone can verify it with its number or QR code. They see only the first character of the name, the hours and the dates.',
    checkPage: 'Open the verification page',
  },
})
