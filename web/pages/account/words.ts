import { accountWords } from '#client/words/account.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useAccountWords = hookOf(accountWords)
