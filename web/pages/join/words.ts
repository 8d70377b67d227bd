import { joinWords } from '#client/words/join.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useJoinWords = hookOf(joinWords)
