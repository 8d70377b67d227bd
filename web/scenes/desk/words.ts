import { translated } from '#web/lib/translated.ts'

/** The navigation of the desk. */
export const useDeskWords = translated({
  zh_CN: { queue: '工单', mine: '我接的工单', visits: '叫号', shifts: '值班', summary: '值班小结' },
  en_US: {
    queue: 'Tickets',
    mine: 'My repairs',
    visits: 'Visitors',
    shifts: 'Shifts',
    summary: 'Shift summary',
  },
})
