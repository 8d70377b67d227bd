import { messageWords } from '#client/words/messages.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useMessageWords = hookOf(messageWords)
