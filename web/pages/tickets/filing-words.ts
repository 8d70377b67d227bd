import { filingWords } from '#client/words/filing.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useFilingWords = hookOf(filingWords)
