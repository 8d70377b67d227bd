import { custodyWords } from '#client/words/custody.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useCustodyWords = hookOf(custodyWords)
