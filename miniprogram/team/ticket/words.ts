import { inLanguages } from '#client/in-languages.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import type { Lang } from '#contract/languages.ts'

const ownWords = inLanguages({
  zh_CN: { call: '打电话给报修人', unsaid: '未填写' },
  en_US: { call: 'Call the owner', unsaid: 'Not said' },
})

export const memberTicketWords = (lang: Lang) => ({ ...deskTicketWords(lang), ...ownWords(lang) })
