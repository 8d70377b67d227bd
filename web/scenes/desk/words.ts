import { bilingual } from '#web/lib/translated.ts'

/** The navigation of the desk. */
export const useDeskWords = bilingual(
  { queue: '工单', mine: '我接的工单', shifts: '值班', summary: '值班小结' },
  { queue: 'Tickets', mine: 'My repairs', shifts: 'Shifts', summary: 'Shift summary' },
)
