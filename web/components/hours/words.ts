import { hourWords } from '#client/words/hours.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useHourWords = hookOf(hourWords)
