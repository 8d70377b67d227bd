import { deskWords } from '#client/words/desk.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useDeskWords = hookOf(deskWords)
