import { commonWords } from '#client/words/common.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useWords = hookOf(commonWords)
