import { ownerWords } from '#client/words/owner.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useOwnerWords = hookOf(ownerWords)
