import type { IconName } from '#client/icons.ts'
import { inLanguages } from '#client/in-languages.ts'
import { deskWords } from '#client/words/desk.ts'
import { textsOf } from './language.ts'

const ownWords = inLanguages({ zh_CN: { duty: '开放状态' }, en_US: { duty: 'Duty' } })

export interface MemberPage {
  readonly icon: IconName
  readonly name: string
  readonly to: string
}

/** The pages for members. */
export function memberPages(admin: boolean): MemberPage[] {
  const { queue, shifts, summary } = textsOf(deskWords)
  const pages: MemberPage[] = [
    { icon: 'wrench', name: queue, to: '/team/queue/queue' },
    { icon: 'calendar', name: shifts, to: '/team/shifts/shifts' },
    { icon: 'pencil', name: summary, to: '/team/summary/summary' },
  ]
  return admin ? [...pages, { icon: 'gauge', name: textsOf(ownWords).duty, to: '/team/duty/duty' }] : pages
}
