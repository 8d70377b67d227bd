import { translated } from '#web/lib/translated.ts'

export const useCheckWords = translated({
  zh_CN: {
    title: '核实时长证明',
    about: '输入证明上的编号，核实真伪。',
    number: '证明编号',
    numberAbout: '16 位字符，例如 7KQM-2XPD-0TH8-W5RC。大小写、短横线都没关系。',
    check: '核实',
    genuine: '这份证明是真的',
    genuineAbout: '请和纸面上的内容核对。',
    unknown: '没有这个编号的证明',
    unknownAbout: '请再核对一遍编号。如果没有打错，那么这份证明不是本团队开的，或者已经失效。',
    name: '姓名首字',
    hours: '时长',
    days: '起止日期',
    range: (from: string, until: string) => `${from} 至 ${until}`,
  },
  en_US: {
    title: 'Check a certificate of hours',
    about: 'Enter the number on the certificate to check whether it is genuine.',
    number: 'Certificate number',
    numberAbout: '16 characters, such as 7KQM-2XPD-0TH8-W5RC. Capitals and dashes do not matter.',
    check: 'Check',
    genuine: 'This certificate is genuine',
    genuineAbout: 'Compare these details with the paper.',
    unknown: 'No certificate has this number',
    unknownAbout:
      'Please check the number. If it is correct, this team did not issue the certificate, or it is no longer valid.',
    name: 'First character of the name',
    hours: 'Hours',
    days: 'Dates',
    range: (from, until) => `${from} to ${until}`,
  },
})
