import { duration } from '#client/duration.ts'
import type { Output } from '#contract/endpoint.ts'
import type { hours } from '#contract/hours/hours.ts'
import type { Lang } from '#contract/languages.ts'

export type CertificateText = Output<(typeof hours)['certify']>

/** The paper has all languages, whatever language the page has. */
export interface PaperWords {
  readonly title: string
  text(facts: {
    readonly name: string
    readonly about: readonly string[]
    readonly team: string
    readonly from: string
    readonly until: string
    readonly total: string
  }): string
  readonly stuid: (stuid: string) => string
  readonly period: string
  readonly kinds: Readonly<Record<'shift' | 'work' | 'ticket' | 'correction', string>>
  readonly total: string
  readonly signatory: string
  readonly date: string
  readonly number: string
  readonly check: string
}

export const paperWords: Readonly<Record<Lang, PaperWords>> = {
  zh_CN: {
    title: '志愿服务时长证明',
    text: ({ name, about, team, from, until, total }) =>
      `兹证明${name}${about.length > 0 ? `（${about.join('，')}）` : ''}于 ${from}至 ${until}期间参加${team}志愿服务，经审核计入时长共 ${total}。`,
    stuid: (stuid) => `学号 ${stuid}`,
    period: '周期',
    kinds: { shift: '值班', work: '其他工作', ticket: '班次外工单', correction: '更正' },
    total: '合计',
    signatory: '签字 / 盖章',
    date: '开具日期',
    number: '证明编号',
    check: '扫码或在网页输入编号即可核实。',
  },
  en_US: {
    title: 'Certificate of Volunteer Hours',
    text: ({ name, about, team, from, until, total }) =>
      `This is to certify that ${name}${about.length > 0 ? ` (${about.join(', ')})` : ''} volunteered with ${team} from ${from} to ${until}. The approved hours total ${total}.`,
    stuid: (stuid) => `student ID ${stuid}`,
    period: 'Period',
    kinds: { shift: 'Shifts', work: 'Other work', ticket: 'Tickets', correction: 'Corrections' },
    total: 'Total',
    signatory: 'Signature / seal',
    date: 'Issued on',
    number: 'Number',
    check: 'To verify, scan the code or enter the number at its address.',
  },
}

export const cell = (minutes: number) => (minutes === 0 ? '–' : duration(minutes, 'en_US'))
