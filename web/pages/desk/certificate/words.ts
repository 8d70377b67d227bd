import { translated } from '#web/lib/translated.ts'

export const useCertificateWords = translated({
  zh_CN: {
    title: '时长证明',
    about: '证明只包含已结算的周期，用 A4 打印，中英文对照；十几个周期以内是一页。',
    choose: '哪些周期',
    chooseOne: '请至少选一个周期。',
    make: '生成证明',
    none: '还没有已结算的周期',
    noneAbout: '管理员结算一个学期或一个月之后，就可以打印证明了。',
    back: '返回我的时长',
    print: '打印证明',
    other: '换一些周期',
    preview: '证明预览',
    number: (number: string) => `证明编号 ${number}`,
    check: '任何人都可以用编号或二维码核实真伪，只会看到姓名首字、时长和起止日期。',
    checkPage: '打开核实页面',
  },
  en_US: {
    title: 'Certificate of hours',
    about: 'Of closed periods alone, on A4, in Chinese and English; up to a dozen periods fit on one sheet.',
    choose: 'Which periods',
    chooseOne: 'Please choose at least one period.',
    make: 'Make the certificate',
    none: 'No period has been closed yet',
    noneAbout: 'Once an administrator has closed a term or a month, you can print a certificate of it.',
    back: 'Back to my hours',
    print: 'Print the certificate',
    other: 'Other periods',
    preview: 'Preview of the certificate',
    number: (number) => `Certificate ${number}`,
    check:
      'Anybody can check it by its number or its QR code, and sees the first character of the name, the hours and the days.',
    checkPage: 'Open that page',
  },
})
