import { translated } from '#web/lib/translated.ts'

/** The navigation of the desk. */
export const useDeskWords = translated({
  zh_CN: { queue: '工单', mine: '我接的工单', custody: '保管', shifts: '值班', summary: '值班小结' },
  en_US: { queue: 'Tickets', mine: 'My repairs', custody: 'With us', shifts: 'Shifts', summary: 'Shift summary' },
})
