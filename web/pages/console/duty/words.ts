import { dutyWords } from '#client/words/duty.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useDutyWords = hookOf(dutyWords)
