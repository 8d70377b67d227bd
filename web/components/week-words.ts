import { translated } from '#web/lib/translated.ts'

export const useWeekWords = translated({
  zh_CN: { title: '本周值班时间', none: '休息', subscribe: '订阅日历' },
  en_US: { title: 'Opening hours this week', none: 'closed', subscribe: 'Subscribe to the calendar' },
})
