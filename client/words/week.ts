import { inLanguages } from '../in-languages.ts'

export const weekWords = inLanguages({
  zh_CN: { title: '本周开放时间', none: '休息', comma: '、', subscribe: '订阅日历' },
  en_US: { title: 'Opening hours this week', none: 'Closed', comma: ', ', subscribe: 'Subscribe to calendar' },
})
