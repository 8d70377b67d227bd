import { myTicketsWords } from '#client/words/my-tickets.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useMineWords = hookOf(myTicketsWords)
