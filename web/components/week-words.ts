import { weekWords } from '#client/words/week.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useWeekWords = hookOf(weekWords)
