import { summaryWords } from '#client/words/summary.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useSummaryWords = hookOf(summaryWords)
