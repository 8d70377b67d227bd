import { repairDayWords } from '#client/words/repair-days.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useRepairDayWords = hookOf(repairDayWords)
