import { queueWords } from '#client/words/queue.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useQueueWords = hookOf(queueWords)
