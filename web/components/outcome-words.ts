import { outcomeWords } from '#client/words/outcomes.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useOutcomeWords = hookOf(outcomeWords)
