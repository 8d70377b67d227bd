import { translated } from '#web/lib/translated.ts'
import type { PaperName } from './paper.ts'

const zh_CN = {
  ticket: (id: number) => `工单 #${id}`,
  yourNumber: '排队号',
  notSent: '还没有发送，工单编号稍后产生',
  takenIn: (day: string, time: string) => `${day} ${time}`,
  with: '随附：',
  nothing: '无',
  code: '查看进度的地址',
  next: (number: string) => `下一步：请等叫到 ${number} 号。`,
  scan: '扫码看进度，取件时出示。',
  type: '也可以输入：',
  secret: '请收好：有这张取件单的人都能看到工单。',
  hours: '开放时间',
  paper: '纸张',
  papers: { a6: 'A6 纸', roll: '80 毫米卷纸', label: '62 毫米标签' } satisfies Record<PaperName, string>,
  atOnce: '登记后直接打印取件单',
  print: '打印取件单',
  byHand: '用手机扫码，随时看进度，不打印也可以。',
}

export const usePrintWords = translated({
  zh_CN,
  en_US: {
    ticket: (id) => `Ticket #${id}`,
    yourNumber: 'Your number',
    notSent: 'Not sent yet. The ticket number comes later',
    takenIn: (day, time) => `${day}, ${time}`,
    with: 'Accessories: ',
    nothing: 'none',
    code: 'address to follow the repair',
    next: (number) => `Next: wait until ${number} is called.`,
    scan: 'Scan the code to follow your repair. Show it when you collect.',
    type: 'Or type:',
    secret: 'Keep it safe. Anyone who has this receipt can see the ticket.',
    hours: 'Opening hours',
    paper: 'Paper',
    papers: { a6: 'A6 sheet', roll: '80 mm roll', label: '62 mm label' },
    atOnce: 'Print receipts right away',
    print: 'Print receipt',
    byHand: 'Scan the code with your phone to follow the repair, even without printing.',
  },
})
