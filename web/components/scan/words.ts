import { scanWords } from '#client/words/scan.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useScanWords = hookOf(scanWords)
