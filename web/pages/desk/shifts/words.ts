import { shiftWords } from '#client/words/shifts.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useShiftWords = hookOf(shiftWords)
