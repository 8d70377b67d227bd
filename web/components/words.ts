import { commonWords } from '#client/words/common.ts'
import { securityWords } from '#client/words/security.ts'
import { hookOf } from '#web/lib/translated.ts'

export const useWords = hookOf(commonWords)

export const useSecurityWords = hookOf(securityWords)
