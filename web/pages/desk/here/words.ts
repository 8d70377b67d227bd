import { hereWords } from '#client/words/here.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useHereWords = hookOf(hereWords)
