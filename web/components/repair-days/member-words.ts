import { repairDayMemberWords } from '#client/words/repair-day-members.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useMemberDayWords = hookOf(repairDayMemberWords)
