import { closingWords } from '#client/words/closing.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useClosingWords = hookOf(closingWords)
